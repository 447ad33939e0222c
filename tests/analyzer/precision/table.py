#!/usr/bin/env python3
"""The verdicts on findings in real projects: checks them, and computes what docs/precision.md shows of them.

usage: table.py                            check the files of verdicts and of projects, print the tables
       table.py --check PAGE               fail if PAGE's tables differ from the computed ones
       table.py --write PAGE               rewrite PAGE's tables
       table.py --findings PROJECT JSON    compare `fsfind check --format=json` with the verdicts: list
                                           the findings without a verdict, as rows to complete, the
                                           verdicts whose finding is gone or has another confidence (fail
                                           if there are any), and those that now name another subject

A table stands in the page between `<!-- computed: NAME -->` and `<!-- end of NAME -->`.

holdout.tsv and holdout_projects.tsv are the same for projects that were read once, for a check of the whole;
told.tsv and told_projects.tsv for such projects since findings are told or suspects.
"""
import collections
import csv
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
RULE_PAGES = HERE.parents[2] / "docs" / "rules"

PROJECT_COLUMNS = ["project", "version", "kind", "units"]
VERDICT_COLUMNS = ["project", "version", "file", "line", "rule", "confidence", "verdict", "subject", "reason"]
# `medium`: how many findings of medium confidence there were, of which a random part may have been judged.
HOLDOUT_PROJECT_COLUMNS = [*PROJECT_COLUMNS, "medium"]
# `probability`: as the report tells it. `kind`: of what is not true, and what it would take to know.
HOLDOUT_COLUMNS = [*VERDICT_COLUMNS[:6], "probability", *VERDICT_COLUMNS[6:8], "kind", "reason"]
KINDS = {
    "one configuration": "whether a setting is on by default",
    "one pass": "how often each element is used after it was filled",
    "costly work beside": "what one turn of the loop costs, system calls and nests included",
    "rare write": "on which paths and how often a function is called",
    "one call uses both": "that every path to the one member goes through the other",
    "own object": "which thread an object belongs to, from where it is made",
    "one lock": "that all callers hold the lock",
    "never runs": "the values that callers pass, and what a library never calls",
    "edges only": "what part of an array each thread gets",
    "handed over": "that two uses of one object never run at the same time",
    "other object": "that filler and user get different objects of one type",
}
CONFIDENCES = ["high", "medium"]
VERDICTS = ["true", "arguable", "false"]

TABLE = re.compile(r"(<!-- computed: (\S+) -->\n)(.*?)(<!-- end of \2 -->\n)", re.DOTALL)


class Malformed(Exception):
    """What is wrong with the data, one problem a line."""


# --- reading and checking -----------------------------------------------------------------------

def read_rows(path, columns):
    with open(path, newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    if not lines or lines[0] != columns:
        raise Malformed(f"{path.name}:1: the columns must be: {', '.join(columns)}")
    problems = [f"{path.name}:{number}: {len(cells)} cells, not {len(columns)}"
                for number, cells in enumerate(lines[1:], 2) if len(cells) != len(columns)]
    if problems:
        raise Malformed("\n".join(problems))
    return [dict(zip(columns, cells)) for cells in lines[1:]]


def sort_key(row):
    return (row["project"], row["file"], int(row["line"]), row["rule"], row["subject"])


def problems_of_verdict(row, versions, rules):
    if row["project"] not in versions:
        yield f"no project '{row['project']}' in projects.tsv"
    elif row["version"] != versions[row["project"]]:
        yield f"version {row['version']}, but projects.tsv says {versions[row['project']]}"
    if row["rule"] not in rules:
        yield f"no rule '{row['rule']}' in docs/rules"
    if row["confidence"] not in CONFIDENCES:
        yield f"confidence '{row['confidence']}' is none of: {', '.join(CONFIDENCES)}"
    if row["verdict"] not in VERDICTS:
        yield f"verdict '{row['verdict']}' is none of: {', '.join(VERDICTS)}"
    if not re.fullmatch(r"[1-9]\d*", row["line"]):
        yield f"line '{row['line']}' is no line number"
    for column in ("file", "subject", "reason"):
        if not row[column].strip():
            yield f"no {column}"
    if not re.fullmatch(r"0\.\d+|1|0|-", row.get("probability", "-")):
        yield f"probability '{row['probability']}' is neither from 0 to 1 nor -"
    if "kind" in row and row["kind"] not in (["-"] if row["verdict"] == "true" else KINDS):
        yield f"kind '{row['kind']}' does not go with the verdict"
    if row["file"].startswith("/"):
        yield "the file must be named from the project's folder"


def problems_of_project(row):
    if not re.fullmatch(r"\d*", row["units"]):
        yield f"units '{row['units']}' is neither a number nor empty"
    if not re.fullmatch(r"\d+", row.get("medium", "0")):
        yield f"medium '{row['medium']}' is no number"


def problems_of_order(name, verdicts):
    keys = [sort_key(row) for row in verdicts]
    return [f"{name}:{number}: not behind the line before it (sort by project, file, line, rule, subject)"
            for number, (before, key) in enumerate(zip(keys, keys[1:]), 3) if not before < key]


def read_set(paths, columns, rule_pages):
    """(projects, verdicts) of two files; raises Malformed with all that is wrong with them."""
    projects, verdicts = (read_rows(path, names) for path, names in zip(paths, columns))
    versions = {row["project"]: row["version"] for row in projects}
    rules = {page.stem for page in rule_pages.glob("fsfind-*.md")}
    problems = []
    for path, rows, problems_of in ((paths[0], projects, problems_of_project),
                                    (paths[1], verdicts, lambda row: problems_of_verdict(row, versions, rules))):
        for number, row in enumerate(rows, 2):
            problems += [f"{path.name}:{number}: {problem}" for problem in problems_of(row)]
    problems = problems or problems_of_order(paths[1].name, verdicts)
    if problems:
        raise Malformed("\n".join(problems))
    return projects, verdicts


def read(folder=HERE, rule_pages=RULE_PAGES):
    """The projects and verdicts that rules were made with."""
    return read_set((folder / "projects.tsv", folder / "verdicts.tsv"), (PROJECT_COLUMNS, VERDICT_COLUMNS), rule_pages)


def read_holdout(folder=HERE, rule_pages=RULE_PAGES):
    """Those of the hold-out, which no rule was made with."""
    projects, verdicts = read_set((folder / "holdout_projects.tsv", folder / "holdout.tsv"),
                                  (HOLDOUT_PROJECT_COLUMNS, HOLDOUT_COLUMNS), rule_pages)
    for row in projects:
        judged = sum(one["project"] == row["project"] and one["confidence"] == "medium" for one in verdicts)
        if judged > int(row["medium"]):
            raise Malformed(f"holdout.tsv: {judged} medium verdicts of {row['project']}, which has {row['medium']}")
    return projects, verdicts


def read_told(folder=HERE, rule_pages=RULE_PAGES):
    """What was told of projects that no rule was made with, since there are suspects."""
    return read_set((folder / "told_projects.tsv", folder / "told.tsv"), (PROJECT_COLUMNS, VERDICT_COLUMNS), rule_pages)


# --- tables -------------------------------------------------------------------------------------

def counts(verdicts, confidence):
    """`true / arguable / false` of one confidence."""
    tally = collections.Counter(row["verdict"] for row in verdicts if row["confidence"] == confidence)
    return " / ".join(str(tally[verdict]) for verdict in VERDICTS) if tally else "none"


def grouped(verdicts, column):
    groups = collections.defaultdict(list)
    for row in verdicts:
        groups[row[column]].append(row)
    return groups


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def percent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "–"


def table_by_confidence(projects, verdicts):
    rows = []
    for confidence in CONFIDENCES:
        tally = collections.Counter(row["verdict"] for row in verdicts if row["confidence"] == confidence)
        total = sum(tally.values())
        rows.append([confidence, str(total), *(f"{tally[v]} ({percent(tally[v], total)})" for v in VERDICTS)])
    return markdown(["confidence", "findings", *VERDICTS], rows)


def table_by_project(projects, verdicts):
    groups = grouped(verdicts, "project")
    rows = [[f"{row['project']} {row['version']}", row["kind"], row["units"] or "–",
             *(counts(groups[row["project"]], confidence) for confidence in CONFIDENCES)] for row in projects]
    rows.append(["**all**", "", "", *(f"**{counts(verdicts, confidence)}**" for confidence in CONFIDENCES)])
    return markdown(["project", "kind", "units", *header_of_counts()], rows)


def table_by_rule(projects, verdicts):
    rows = [[f"[{rule}](rules/{rule}.md)", *(counts(group, confidence) for confidence in CONFIDENCES)]
            for rule, group in sorted(grouped(verdicts, "rule").items())]
    return markdown(["rule", *header_of_counts()], rows)


def header_of_counts():
    return [f"{confidence}: {' / '.join(VERDICTS)}" for confidence in CONFIDENCES]


TABLES = {"confidences": table_by_confidence, "projects": table_by_project, "rules": table_by_rule}


# --- tables of the hold-out ---------------------------------------------------------------------

def table_of_holdout_projects(projects, verdicts):
    groups, rows = grouped(verdicts, "project"), []
    for row in projects:
        judged = groups[row["project"]]
        medium = sum(one["confidence"] == "medium" for one in judged)
        part = f" ({medium} of {row['medium']})" if medium < int(row["medium"]) else ""
        rows.append([f"{row['project']} {row['version']}", row["kind"], row["units"] or "–", counts(judged, "high"),
                     counts(judged, "medium") + part])
    rows.append(["**all**", "", "", *(f"**{counts(verdicts, confidence)}**" for confidence in CONFIDENCES)])
    return markdown(["project", "kind", "units", *header_of_counts()], rows)


def table_of_holdout_kinds(projects, verdicts):
    """Of the findings that are not true, the kinds that are most frequent first."""
    tally = collections.Counter((row["kind"], row["verdict"]) for row in verdicts)
    rows = [[kind, *(str(tally[kind, verdict]) for verdict in VERDICTS[1:]), missing] for kind, missing in KINDS.items()]
    rows.sort(key=lambda row: -int(row[1]) - int(row[2]))
    return markdown(["kind", *VERDICTS[1:], "to be known"], rows)


HOLDOUT_TABLES = {"holdout-confidences": table_by_confidence, "holdout-projects": table_of_holdout_projects,
                  "holdout-rules": table_by_rule, "holdout-kinds": table_of_holdout_kinds}


TOLD_TABLES = {"told-projects": table_by_project}
ALL_TABLES = [TABLES, HOLDOUT_TABLES, TOLD_TABLES]


def with_tables(page, *sets):
    """The text of a page with its tables computed anew, of the (projects, verdicts) of each of ALL_TABLES."""
    tables = {name: table(*rows) for chosen, rows in zip(ALL_TABLES, sets) for name, table in chosen.items()}
    asked = {name for _, name, _, _ in TABLE.findall(page)}
    missing, unknown = set(tables) - asked, asked - set(tables)
    if missing or unknown:
        raise Malformed(f"the page lacks the tables {sorted(missing)} and asks for unknown {sorted(unknown)}")
    return TABLE.sub(lambda match: match[1] + "\n" + tables[match[2]] + "\n" + match[4], page)


# --- findings of a run --------------------------------------------------------------------------

def plain(name):
    """A name without template arguments and without the place of an unnamed type: both change too easily."""
    before = None
    while before != name:
        before, name = name, re.sub(r"<[^<>]*>", "", name)
    return re.sub(r" at [\w.+-]+:\d+(:\d+)?", "", name)


def member_names(finding):
    """(path, the path with the name of what it is a member of) of each member."""
    owner = (finding["record"] or {}).get("name") or ""
    variable = finding["object"]["name"]
    for member in finding["members"]:
        path = member["path"]
        whole = not owner or (variable and f"{path}.".startswith(f"{variable}."))
        yield plain(path), plain(path if whole else f"{owner}.{path}")


def subject_of(finding):
    """What a finding is about: the members or variables that its message quotes, else the object or record."""
    quoted = [plain(name) for name in re.findall(r"'([^']+)'", finding["message"])]
    named = [full for path, full in member_names(finding) if path in quoted]
    if not named:
        others = [plain(finding["object"]["name"]), plain((finding["record"] or {}).get("name") or "")]
        named = [name for name in others if name and name in quoted] or [name for name in others if name][:1]
    return ", ".join(dict.fromkeys(named)) or finding["message"]


def names_in(finding):
    names = {plain(finding["object"]["name"]), plain((finding["record"] or {}).get("name") or ""), subject_of(finding)}
    for path, full in member_names(finding):
        names |= {path, full}
    return names


def is_of(file, verdict):
    """Whether a file of a run, which may be named from elsewhere, is the verdict's."""
    return f"/{file}".endswith(f"/{verdict['file']}")


def same_subject(finding, verdict):
    return set(verdict["subject"].split(", ")) == set(subject_of(finding).split(", "))


def names_subject(finding, verdict):
    return set(verdict["subject"].split(", ")) <= names_in(finding)


def same_line(finding, verdict):
    return finding["location"]["line"] == int(verdict["line"])


def pair(findings, verdicts):
    """(finding, verdict) pairs, findings without a verdict, verdicts without a finding.

    Equal subjects go first, then findings that name the verdict's subject among other things, then those at the same
    line, which tell of another subject there; among several the nearest line wins."""
    pairs, findings, verdicts = [], list(findings), list(verdicts)
    for fits in (same_subject, names_subject, same_line):
        for verdict in list(verdicts):
            candidates = [finding for finding in findings if finding["rule"] == verdict["rule"]
                          and is_of(finding["location"]["file"], verdict) and fits(finding, verdict)]
            if candidates:
                nearest = min(candidates, key=lambda f: abs(f["location"]["line"] - int(verdict["line"])))
                pairs.append((nearest, verdict))
                findings.remove(nearest)
                verdicts.remove(verdict)
    return pairs, findings, verdicts


def row_of(finding, project, version):
    """A row of verdicts.tsv for a finding, to be completed by verdict and reason."""
    place = finding["location"]
    return "\t".join([project, version, place["file"], str(place["line"]), finding["rule"], finding["confidence"], "",
                      subject_of(finding), ""])


def compare_findings(project, path, projects, verdicts):
    """Prints how a run differs from the verdicts; true if it has their findings, each with its confidence."""
    versions = {row["project"]: row["version"] for row in projects}
    if project not in versions:
        raise Malformed(f"no project '{project}' in projects.tsv")
    with open(path, encoding="utf-8") as file:
        findings = [f for f in json.load(file)["findings"] if f["confidence"] in CONFIDENCES]
    pairs, new, gone = pair(findings, [row for row in verdicts if row["project"] == project])
    print(f"{project}: {len(pairs)} findings with a verdict, {len(new)} without one, {len(gone)} verdicts with none")
    for finding in new:
        print("without a verdict:", row_of(finding, project, versions[project]), sep="\t")
    for verdict in gone:
        print("no longer found:", *verdict.values(), sep="\t")
    for finding, verdict in pairs:
        if finding["confidence"] != verdict["confidence"]:
            print(f"now {finding['confidence']}:", *verdict.values(), sep="\t")
        if not names_subject(finding, verdict):
            print(f"now about {subject_of(finding)}:", *verdict.values(), sep="\t")
    return not (new or gone or any(f["confidence"] != v["confidence"] for f, v in pairs))


# --- the command --------------------------------------------------------------------------------

def run(arguments):
    sets = read(), read_holdout(), read_told()
    if not arguments:
        for tables, rows in zip(ALL_TABLES, sets):
            print("\n".join(table(*rows) for table in tables.values()))
        return 0
    if arguments[0] in ("--check", "--write") and len(arguments) == 2:
        page = pathlib.Path(arguments[1])
        text = page.read_text(encoding="utf-8")
        computed = with_tables(text, *sets)
        if arguments[0] == "--write":
            page.write_text(computed, encoding="utf-8")
        elif computed != text:
            print(f"{page}: the tables are out of date; python3 tests/analyzer/precision/table.py --write {page}")
            return 1
        return 0
    if arguments[0] == "--findings" and len(arguments) == 3:
        return 0 if compare_findings(arguments[1], arguments[2], *sets[0]) else 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1:]))
    except Malformed as error:
        print(error)
        sys.exit(1)
