#!/usr/bin/env python3
"""The defects that upstream histories tell of: checks known_defects.tsv, and computes what docs/precision.md shows of it.

usage: defects.py                  check known_defects.tsv, print the tables
       defects.py --check PAGE     fail if PAGE's tables differ from the computed ones
       defects.py --write PAGE     rewrite PAGE's tables

A table stands in the page between `<!-- defects: NAME -->` and `<!-- end of NAME -->`.
"""
import pathlib
import re
import statistics
import sys

from table import HERE, Malformed, markdown, read_rows

COLUMNS = ["project", "version", "file", "record", "members", "kind", "found", "link", "note", "unseen"]
CONFIDENCES = ["high", "medium", "low"]
UNJUDGED = "not judged"
MISSED = "no"

FOUND = re.compile(r"(high|medium|low), ([1-9]\d*) of ([1-9]\d*)")
TABLE = re.compile(r"(<!-- defects: (\S+) -->\n)(.*?)(<!-- end of \2 -->\n)", re.DOTALL)


# --- reading and checking -----------------------------------------------------------------------

def confidence_of(row):
    """`high`, `medium` or `low` of a defect that was found, else what stands in its place."""
    match = FOUND.fullmatch(row["found"])
    return match[1] if match else row["found"]


def rank_of(row):
    return int(FOUND.fullmatch(row["found"])[2])


def is_shown(row):
    """Whether the finding is shown without being asked for: those of low confidence are not."""
    return confidence_of(row) in ("high", "medium")


def problems_of(row):
    match = FOUND.fullmatch(row["found"])
    if not match and row["found"] not in (MISSED, UNJUDGED):
        yield f"found '{row['found']}' is neither '{MISSED}', '{UNJUDGED}' nor 'CONFIDENCE, RANK of FINDINGS'"
    elif match and int(match[2]) > int(match[3]):
        yield f"rank {match[2]} of {match[3]} findings"
    elif row["found"] != UNJUDGED and is_shown(row) == bool(row["unseen"]):
        yield "what was not seen must be told of defects that are not shown, and of no others"
    for column in ("file", "record", "members", "kind", "note"):
        if not row[column].strip():
            yield f"no {column}"
    if not row["link"].startswith("https://"):
        yield "no link"


def read(folder=HERE):
    rows = read_rows(folder / "known_defects.tsv", COLUMNS)
    problems = [f"known_defects.tsv:{number}: {problem}"
                for number, row in enumerate(rows, 2) for problem in problems_of(row)]
    if problems:
        raise Malformed("\n".join(problems))
    return rows


# --- tables -------------------------------------------------------------------------------------

def counts(rows):
    confidences = [confidence_of(row) for row in rows]
    judged = len(rows) - confidences.count(UNJUDGED)
    return [str(len(rows)), str(judged), *(str(confidences.count(name)) for name in (*CONFIDENCES, MISSED))]


def table_by_kind(rows):
    kinds = sorted({row["kind"] for row in rows})
    lines = [[kind, *counts([row for row in rows if row["kind"] == kind])] for kind in kinds]
    lines.append(["**all**", *(f"**{count}**" for count in counts(rows))])
    return markdown(["kind", "defects", "judged", *CONFIDENCES, "not found"], lines)


def table_of_ranks(rows):
    shown = sorted(((rank_of(row), row) for row in rows if is_shown(row)), key=lambda pair: pair[0])
    lines = [[subject_of(row), *row["found"].split(", ")] for _, row in shown]
    median = statistics.median(rank for rank, _ in shown) if shown else 0
    first = sum(rank <= 10 for rank, _ in shown)
    lines.append(["**median**", "", f"**{median:g}**; {first} of {len(shown)} among the first ten"])
    return markdown(["found", "confidence", "rank"], lines)


def subject_of(row):
    name = row["record"] if row["record"] != "-" else row["members"].split(" ")[0]
    return f"{row['project']}: `{name}`, {row['kind']}"


TABLES = {"kinds": table_by_kind, "ranks": table_of_ranks}


def with_tables(page, rows):
    """The text of a page with its tables computed anew."""
    named = {name for _, name, _, _ in TABLE.findall(page)}
    if named != set(TABLES):
        raise Malformed(f"the page must have the tables {sorted(TABLES)}, and has {sorted(named)}")
    return TABLE.sub(lambda match: match[1] + "\n" + TABLES[match[2]](rows) + "\n" + match[4], page)


# --- the command --------------------------------------------------------------------------------

def run(arguments):
    rows = read()
    if not arguments:
        for table in TABLES.values():
            print(table(rows))
        return 0
    if arguments[0] in ("--check", "--write") and len(arguments) == 2:
        page = pathlib.Path(arguments[1])
        text = page.read_text(encoding="utf-8")
        computed = with_tables(text, rows)
        if arguments[0] == "--write":
            page.write_text(computed, encoding="utf-8")
        elif computed != text:
            print(f"{page}: the tables are out of date; python3 tests/analyzer/precision/defects.py --write {page}")
            return 1
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1:]))
    except Malformed as error:
        print(error)
        sys.exit(1)
