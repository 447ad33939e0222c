#!/usr/bin/env python3
"""Fits how much each kind of evidence counts to the judged findings, and says whether that judges better.

usage: fit.py                           print how evidence, probability and confidence fare
                                        ("by both": by the rules, but medium at most where the probability is low)
       fit.py --check PAGE              fail if the compiled weights, PAGE's tables, or what the rules' pages say of
                                        evidence differ from what is fitted
       fit.py --write PAGE              rewrite all three
       fit.py --collect PROJECT JSON    put what `fsfind check --format=json --min-confidence=low` found in the
                                        sources of a project into evidence.tsv

The model is one logistic regression. Its target is whether the verdict is `true`: arguable findings count as not
true. Each predicate's sign is fixed beforehand, and one that the data do not bear out gets the weight 0. A penalty of
half the square of each weight keeps weights small where there are few verdicts. Findings of one project are much
alike, so that all of one project together count as PROJECT_WEIGHT at most. What is said of probabilities is
cross-validated: those of a project come from weights that were fitted to all others. The verdicts of the hold-out take
part, since they were judged with weights that did not know them.
"""
import csv
import json
import math
import pathlib
import re
import sys

import table

HERE = pathlib.Path(__file__).resolve().parent
WEIGHTS = HERE.parents[2] / "rules" / "evidence" / "Weights.inc"
EVIDENCE_COLUMNS = ["project", "file", "line", "rule", "subject", "evidence"]

# id, name, sign. Ids and names are stable: an id is not given to another predicate.
PREDICATES = [
    (1, "contiguous-parts", -1),
    (2, "flag", -1),
    (3, "held-up", -1),
    (4, "local-buffer", -1),
    (5, "one-side-reads", -1),
    (6, "own-counter", 1),
]
# Which rules' findings have candidates that they may hold for.
ELEMENTS = ["contiguous-parts", "flag", "held-up", "own-counter"]
NEIGHBOURS = ["flag", "held-up", "one-side-reads"]
WEIGHED = {
    "fsfind-adjacent-globals": NEIGHBOURS,
    "fsfind-adjacent-thread-fields": NEIGHBOURS,
    "fsfind-contended-atomic": ["flag", "held-up"],
    "fsfind-partition-edges": ELEMENTS,
    "fsfind-per-thread-slots": ELEMENTS,
    "fsfind-serial-first-touch": ["local-buffer"],
}
NONE = "-"
PENALTY = 1.0
PROJECT_WEIGHT = 20
VERDICTS_A_PREDICATE = 10
# Of the probability, for the comparison with the rules' confidence.
HIGH, MEDIUM = 0.6, 0.2
# Findings that are less probable do not get high confidence, whatever the rule says.
LEAST_OF_HIGH = 0.2
BINS = [0, 0.1, 0.25, 0.5, 0.75, 1]


class Row:
    """A judged finding: whether it is true, and which predicates hold."""

    def __init__(self, verdict, names):
        self.project, self.rule = verdict["project"], verdict["rule"]
        self.verdict, self.confidence = verdict["verdict"], verdict["confidence"]
        self.true = self.verdict == "true"
        self.names = names


# --- data ---------------------------------------------------------------------------------------

def key(row):
    return tuple(row[column] for column in EVIDENCE_COLUMNS[:-1])


def verdicts():
    """All judged findings."""
    return table.read()[1] + table.read_holdout()[1]


def read():
    """The judged findings whose evidence is known."""
    judged = {key(row): row for row in verdicts()}
    known = {name for _, name, _ in PREDICATES}
    rows = []
    for number, line in enumerate(table.read_rows(HERE / "evidence.tsv", EVIDENCE_COLUMNS), 2):
        names = set(line["evidence"].split()) - {NONE}
        if key(line) not in judged:
            raise table.Malformed(f"evidence.tsv:{number}: no such verdict")
        if names - known.intersection(WEIGHED.get(line["rule"], [])):
            raise table.Malformed(f"evidence.tsv:{number}: evidence that {line['rule']} does not weigh")
        rows.append(Row(judged[key(line)], names))
    return rows


def collect(project, path):
    """Replaces the project's lines of evidence.tsv by those of a run."""
    with open(path, encoding="utf-8") as file:
        findings = json.load(file)["findings"]
    pairs, _, gone = table.pair(findings, [row for row in verdicts() if row["project"] == project])
    lines = [line for line in table.read_rows(HERE / "evidence.tsv", EVIDENCE_COLUMNS) if line["project"] != project]
    for finding, verdict in pairs:
        if finding["probability"] is None:
            continue
        names = sorted(one["name"] for one in finding["evidence"])
        lines.append({**verdict, "evidence": " ".join(names) or NONE})
    lines.sort(key=lambda line: (line["project"], line["file"], int(line["line"]), line["rule"], line["subject"]))
    with open(HERE / "evidence.tsv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, EVIDENCE_COLUMNS, delimiter="\t", lineterminator="\n", extrasaction="ignore",
                                quoting=csv.QUOTE_NONE)
        writer.writeheader()
        writer.writerows(lines)
    print(f"{project}: evidence of {len(pairs)} verdicts; {len(gone)} are found no more")


# --- the model ----------------------------------------------------------------------------------

def sigmoid(odds):
    return 1 / (1 + math.exp(-odds)) if odds > -700 else 0.0


def importance(rows):
    """How much each row counts."""
    size = {}
    for row in rows:
        size[row.project] = size.get(row.project, 0) + 1
    return [min(1, PROJECT_WEIGHT / size[row.project]) for row in rows]


def fit(rows, predicates):
    """{name: weight}, with the base under None. Newton's method, one coordinate after the other."""
    weights = {None: 0.0, **{name: 0.0 for _, name, _ in predicates}}
    members = {None: list(range(len(rows)))}
    for _, name, _ in predicates:
        members[name] = [i for i, row in enumerate(rows) if name in row.names]
    counts, odds = importance(rows), [0.0] * len(rows)
    coordinates = [(None, 0, 0.0), *((name, sign, PENALTY) for _, name, sign in predicates)]
    for _ in range(1000):
        moved = 0.0
        for name, sign, penalty in coordinates:
            slope, curve = penalty * weights[name], penalty + 1e-9
            for i in members[name]:
                chance = sigmoid(odds[i])
                slope += counts[i] * (chance - rows[i].true)
                curve += counts[i] * chance * (1 - chance)
            # A step of more than one may overshoot where the curve is flat.
            wanted = weights[name] - max(-1.0, min(1.0, slope / curve))
            if sign:
                wanted = sign * max(0.0, sign * wanted)
            step = wanted - weights[name]
            weights[name] = wanted
            for i in members[name]:
                odds[i] += step
            moved = max(moved, abs(step))
        if moved < 1e-9:
            break
    return weights


def probability(row, weights):
    return sigmoid(weights[None] + sum(weight for name, weight in weights.items() if name in row.names))


def cross_validated(rows, predicates):
    """The probability of each row by weights fitted to the other projects."""
    fitted = {}
    for project in {row.project for row in rows}:
        fitted[project] = fit([row for row in rows if row.project != project], predicates)
    return [probability(row, fitted[row.project]) for row in rows]


def by_confidence(rows):
    """The same for a judge that knows the rule's confidence only: the share of true ones in other projects."""
    chances = []
    for row in rows:
        others = [one for one in rows if one.project != row.project and one.confidence == row.confidence]
        chances.append((sum(one.true for one in others) + 0.5) / (len(others) + 1))
    return chances


def loss(rows, chances):
    """Mean log loss, by importance: 0.69 is what a coin gets, 0 is perfect."""
    counts = importance(rows)
    clipped = [min(max(chance, 1e-6), 1 - 1e-6) for chance in chances]
    total = sum(count * -math.log(chance if row.true else 1 - chance)
                for row, chance, count in zip(rows, clipped, counts))
    return total / sum(counts)


def brier(rows, chances):
    counts = importance(rows)
    return sum(count * (chance - row.true) ** 2 for row, chance, count in zip(rows, chances, counts)) / sum(counts)


def ranking(rows, chances):
    """Of all pairs of a true and another finding of one project, the share in which the true one is more probable."""
    right = pairs = 0.0
    for one, high in zip(rows, chances):
        for other, low in zip(rows, chances):
            if one.project == other.project and one.true and not other.true:
                pairs += 1
                right += 1 if high > low else 0.5 if high == low else 0
    return right / pairs if pairs else float("nan")


def calibration(rows, chances):
    """Intercept and slope of the outcome over the log odds; 0 and 1 are perfect."""
    odds = [math.log(max(chance, 1e-6) / max(1 - chance, 1e-6)) for chance in chances]
    counts, base, slope = importance(rows), 0.0, 1.0
    for _ in range(100):
        chance = [sigmoid(base + slope * one) for one in odds]
        wrong = [count * (row.true - one) for row, one, count in zip(rows, chance, counts)]
        width = [count * one * (1 - one) for one, count in zip(chance, counts)]
        a, b, c = sum(width), sum(w * o for w, o in zip(width, odds)), sum(w * o * o for w, o in zip(width, odds))
        g, h = sum(wrong), sum(w * o for w, o in zip(wrong, odds))
        det = a * c - b * b
        if abs(det) < 1e-12:
            break
        base, slope = base + (c * g - b * h) / det, slope + (a * h - b * g) / det
    return base, slope


# --- tables -------------------------------------------------------------------------------------

def number(value):
    return f"{value:.2f}".replace("-", "−")


def ratio(rows, name):
    """How much more often it holds for true findings than for others, with half a finding added to each count."""
    true = [name in row.names for row in rows if row.true]
    other = [name in row.names for row in rows if not row.true]
    return ((sum(true) + 0.5) / (len(true) + 1)) / ((sum(other) + 0.5) / (len(other) + 1))


def share(rows, name):
    tally = [sum(name in row.names for row in rows if row.verdict == verdict) for verdict in table.VERDICTS]
    return " / ".join(map(str, tally))


def table_of_predicates(rows):
    weights, whole = fit(rows, PREDICATES), loss(rows, cross_validated(rows, PREDICATES))
    lines = []
    for one in PREDICATES:
        without = loss(rows, cross_validated(rows, [other for other in PREDICATES if other != one]))
        lines.append([str(one[0]), f"`{one[1]}`", share(rows, one[1]), number(ratio(rows, one[1])),
                      number(weights[one[1]]), f"{without - whole:+.3f}".replace("-", "−")])
    lines.append(["", "base", "", "", number(weights[None]), ""])
    return table.markdown(["id", "evidence", "true / arguable / false", "likelihood ratio", "weight",
                           "cost of leaving it out"], lines)


def table_of_calibration(rows):
    chances = cross_validated(rows, PREDICATES)
    lines = []
    for low, high in zip(BINS, BINS[1:]):
        inside = [(row, chance) for row, chance in zip(rows, chances)
                  if low <= chance and (chance < high or high == 1)]
        if inside:
            lines.append([f"{low:g} to {high:g}", str(len(inside)), number(sum(c for _, c in inside) / len(inside)),
                          number(sum(row.true for row, _ in inside) / len(inside))])
    return table.markdown(["probability", "findings", "mean", "true"], lines)


def judge_line(rows, name, chances):
    base, slope = calibration(rows, chances)
    return [name, number(loss(rows, chances)), number(brier(rows, chances)), number(ranking(rows, chances)),
            f"{number(base)}, {number(slope)}"]


def table_of_judges(rows):
    lines, chances = [], cross_validated(rows, PREDICATES)
    # What `fsfind check` sorts by.
    order = [chance + (row.confidence == "high") for row, chance in zip(rows, chances)]
    for label, chosen in (("all", rows), ("without hypre", [row for row in rows if row.project != "hypre"])):
        def part(values):
            return [value for row, value in zip(rows, values) if row in chosen]
        lines.append(judge_line(chosen, f"confidence, {label}", part(by_confidence(rows))))
        lines.append(judge_line(chosen, f"probability, {label}", part(chances)))
        lines.append([f"order shown, {label}", "", "", number(ranking(chosen, part(order))), ""])
    return table.markdown(["judge", "log loss", "Brier score", "ranking within projects",
                           "calibration: intercept, slope"], lines)


def level(chance):
    return "high" if chance >= HIGH else "medium" if chance >= MEDIUM else "low"


def table_of_levels(rows):
    all_true, lines = sum(row.true for row in rows), []
    chances = cross_validated(rows, PREDICATES)
    judges = [("by the rules", [row.confidence for row in rows]),
              ("by the probability", [level(chance) for chance in chances]),
              ("by both",
               ["medium" if row.confidence == "high" and chance < LEAST_OF_HIGH else row.confidence
                for row, chance in zip(rows, chances)])]
    for name, levels in judges:
        for one in ("high", "medium", "low"):
            inside = [row for row, at in zip(rows, levels) if at == one]
            true = sum(row.true for row in inside)
            if inside:
                tally = " / ".join(str(sum(row.verdict == v for row in inside)) for v in table.VERDICTS)
                lines.append([f"{one}, {name}", tally, table.percent(true, len(inside)), table.percent(true, all_true)])
    return table.markdown(["confidence", "true / arguable / false", "precision", "recall"], lines)


TABLES = {"predicates": table_of_predicates, "calibration": table_of_calibration, "judges": table_of_judges,
          "levels": table_of_levels}
TABLE = re.compile(r"(<!-- fitted: (\S+) -->\n)(.*?)(<!-- end of \2 -->\n)", re.DOTALL)


def with_tables(page, rows):
    if {name for _, name, _, _ in TABLE.findall(page)} != set(TABLES):
        raise table.Malformed(f"the page must have the tables {sorted(TABLES)}, each once")
    return TABLE.sub(lambda match: match[1] + "\n" + TABLES[match[2]](rows) + "\n" + match[4], page)


# --- the rules' pages ---------------------------------------------------------------------------

LINE = re.compile(r"(<!-- weighed -->\n)(.*?)(<!-- end of weighed -->\n)", re.DOTALL)


def line_of(rule):
    def named(sign):
        return ", ".join(f"`{name}`" for _, name, one in PREDICATES if one == sign and name in WEIGHED[rule])
    parts = [f"{names} {how} it" for names, how in ((named(1), "for"), (named(-1), "against")) if names]
    return f"- **[probability](README.md#probability)**: {'; '.join(parts)}.\n"


def with_line(page, rule):
    text, count = LINE.subn(lambda match: match[1] + line_of(rule) + match[3], page)
    if count != 1:
        raise table.Malformed(f"docs/rules/{rule}.md must say once which evidence is weighed")
    return text


# --- the compiled table -------------------------------------------------------------------------

def function_name(name):
    first, *rest = name.split("-")
    return first + "".join(word.capitalize() for word in rest)


def weights_text(rows):
    weights = fit(rows, PREDICATES)
    lines = [f'    {{{number}, "{name}", {weights[name]:.4f}, evidence::{function_name(name)}}},\n'
             for number, name, _ in PREDICATES]
    return ("// Written by tests/analyzer/precision/fit.py from its verdicts and evidence; do not edit.\n"
            f"constexpr double kBase = {weights[None]:.4f};\n"
            f"constexpr double kLeastOfHigh = {LEAST_OF_HIGH};\n"
            f"constexpr std::array<Weighed, {len(lines)}> kPredicates = {{{{\n{''.join(lines)}}}}};\n")


def problems_of(rows):
    """Why the model must not be used."""
    true = sum(row.true for row in rows)
    false = sum(row.verdict == "false" for row in rows)
    most = max(true, false) // VERDICTS_A_PREDICATE
    if len(PREDICATES) > most:
        yield f"{len(PREDICATES)} predicates, but {true} true and {false} false verdicts bear {most}"
    weights = fit(rows, PREDICATES)
    for _, name, _ in PREDICATES:
        if weights[name] == 0:
            yield f"{name}: the verdicts do not bear out its sign; delete it"


# --- the command --------------------------------------------------------------------------------

def run(arguments):
    if arguments[:1] == ["--collect"] and len(arguments) == 3:
        collect(arguments[1], arguments[2])
        return 0
    rows = read()
    if not arguments:
        for name, one in TABLES.items():
            print(f"{name}\n\n{one(rows)}")
        problems = list(problems_of(rows))
        print("\n".join(problems), end="\n" if problems else "")
        return 1 if problems else 0
    if arguments[0] in ("--check", "--write") and len(arguments) == 2:
        page = pathlib.Path(arguments[1])
        fitted = {page: with_tables(page.read_text(encoding="utf-8"), rows), WEIGHTS: weights_text(rows)}
        for rule in WEIGHED:
            rule_page = table.RULE_PAGES / f"{rule}.md"
            fitted[rule_page] = with_line(rule_page.read_text(encoding="utf-8"), rule)
        problems = list(problems_of(rows))
        for path, text in fitted.items():
            if arguments[0] == "--write":
                path.write_text(text, encoding="utf-8")
            elif path.read_text(encoding="utf-8") != text:
                problems.append(f"{path}: out of date; python3 tests/analyzer/precision/fit.py --write {page}")
        print("\n".join(problems), end="\n" if problems else "")
        return 1 if problems else 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1:]))
    except table.Malformed as error:
        print(error)
        sys.exit(1)
