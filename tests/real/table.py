"""The trial's table as Markdown, and its place in docs/real-programs.md."""

import dataclasses
import datetime
import pathlib
import re

from claims import Report
from judgement import NOTHING, Expected, Outcome
from manifest import HERE, Program

PAGE = HERE.parents[1] / "docs" / "real-programs.md"
PLACE = re.compile(r"(<!-- begin: trial -->\n).*?(<!-- end: trial -->)", re.DOTALL)
HEAD = [
    "program",
    "version",
    "language",
    "contended loads",
    "named by variable or type",
    "or by allocation",
    "of all samples there",
    "top finding",
    "judged",
    "first remedy",
    "judged",
]
# Names of templates and closures are long; a table's cell is not.
NAME_WIDTH = 60


@dataclasses.dataclass(frozen=True)
class Tried:
    """One program of the trial with its report and how it stands."""

    program: Program
    version: str
    report: Report
    expected: Expected | None
    outcome: Outcome | None


def shortened(text: str) -> str:
    return text if len(text) <= NAME_WIDTH else text[: NAME_WIDTH - 1] + "…"


def cells(tried: Tried) -> list[str]:
    report = tried.report
    claims = report.claims
    first = f"`{shortened(claims[0].data)}`, {claims[0].sharing}" if claims else NOTHING
    outcome = tried.outcome
    word = {"top": "right", "right": "not the greatest"}
    return [
        tried.program.name,
        tried.version,
        tried.program.language,
        f"{report.contended_loads:,}",
        f"{report.typed_share:.1%}" if claims else "–",
        f"{report.named_share:.1%}" if claims else "–",
        f"{report.line_named_share:.1%}" if claims else "–",
        first,
        word.get(outcome.top, outcome.top) if outcome else "not judged",
        claims[0].remedy or "–" if claims else "–",
        outcome.remedy if outcome else "not judged",
    ]


def line(row: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |\n"


def totals(all_tried: list[Tried]) -> str:
    judged = [tried for tried in all_tried if tried.outcome]
    right = sum(tried.outcome.top == "top" for tried in judged)
    bad = sum(tried.outcome.remedy == "bad" for tried in judged)
    wrong = sum(len(tried.outcome.wrong) for tried in judged)
    return (
        f"The top finding is right in {right} of {len(judged)} programs. First remedies that do "
        f"harm or nothing: {bad}. Findings of high confidence that are not so: {wrong}.\n"
    )


def loads(all_tried: list[Tried]) -> str:
    """What each program is and does while it is recorded."""
    rows = (line([tried.program.name, tried.program.about]) for tried in all_tried)
    return line(["program", "what it does"]) + line(["---", "---"]) + "".join(rows)


def markdown(all_tried: list[Tried], fsfind_version: str) -> str:
    day = datetime.date.today().isoformat()
    head = f"Measured on {day} with {fsfind_version}, simulated.\n\n"
    body = "".join(line(cells(tried)) for tried in all_tried)
    table = line(HEAD) + line(["---"] * len(HEAD)) + body
    return head + table + "\n" + totals(all_tried) + "\n" + loads(all_tried)


def write_page(table: str, page: pathlib.Path = PAGE) -> None:
    text = page.read_text()
    page.write_text(PLACE.sub(lambda place: f"{place[1]}\n{table}\n{place[2]}", text))
