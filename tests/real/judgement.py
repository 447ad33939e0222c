"""Holds a report against what readers of the program's source judged.

programs.tsv has a row for each program: which version was read, which share of the contended loads
must have a name, and whether anything contends there at all. claims.tsv has a row for each claim
that a reader judged. `data` and `members` are shell patterns; a row is about a claim if both match, any
one of its members being enough; the first row that matches counts. README.md says how to judge."""

import csv
import dataclasses
import fnmatch
import pathlib

from claims import Claim, Report
from manifest import HERE

# `top`: true, and may rank first. `right`: true, but less than something else.
# `arguable`: true in part. `wrong`: not so, never to be told with high confidence.
WORDS = ("top", "right", "arguable", "wrong")
NOT_JUDGED = "not judged"
# What the table says of a report without findings.
NOTHING = "(nothing)"


class JudgedTableError(Exception):
    """A row that is not as the table's columns want it."""


@dataclasses.dataclass(frozen=True)
class Judged:
    """One row of claims.tsv. `takes` are remedies that a maintainer could take, `refuses` others
    that would do harm or nothing; words apart by commas, '-' for none, '*' for any."""

    program: str
    data: str
    members: str
    sharing: str
    word: str
    takes: frozenset[str]
    refuses: frozenset[str]
    reason: str

    def is_about(self, claim: Claim) -> bool:
        return (
            fnmatch.fnmatchcase(claim.data, self.data)
            and self.names_member_of(claim)
            and (self.sharing == "*" or claim.sharing in self.sharing.split(","))
        )

    def names_member_of(self, claim: Claim) -> bool:
        return self.members == "*" or any(
            fnmatch.fnmatchcase(member, self.members) for member in claim.members
        )


@dataclasses.dataclass(frozen=True)
class Expected:
    """One row of programs.tsv."""

    program: str
    version: str
    named_at_least: float
    contends: bool
    reason: str


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How one report stands. `top` is a word of the table, or NOT_JUDGED; `remedy` 'sane', 'bad',
    'none' or NOT_JUDGED; `wrong` are claims told with high confidence that are not so."""

    top: str
    remedy: str
    wrong: list[Claim]
    named_enough: bool
    version_read: bool

    @property
    def good(self) -> bool:
        return (
            self.top == "top"
            and self.remedy in ("sane", "none")
            and not self.wrong
            and self.named_enough
        )


def rows(path: pathlib.Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        found = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True))
    for row in found:
        if None in row or None in row.values():
            raise JudgedTableError(f"{path}: not as many columns as the first line: {row}")
    return found


def words(cell: str) -> frozenset[str]:
    return frozenset() if cell == "-" else frozenset(cell.split(","))


def read_claims() -> list[Judged]:
    judged = []
    for row in rows(HERE / "claims.tsv"):
        if row["judgement"] not in WORDS:
            raise JudgedTableError(f"claims.tsv: no judgement '{row['judgement']}': {row}")
        judged.append(
            Judged(
                program=row["program"],
                data=row["data"],
                members=row["members"],
                sharing=row["sharing"],
                word=row["judgement"],
                takes=words(row["takes"]),
                refuses=words(row["refuses"]),
                reason=row["reason"],
            )
        )
    return judged


def read_programs() -> dict[str, Expected]:
    return {
        row["program"]: Expected(
            program=row["program"],
            version=row["version"],
            named_at_least=float(row["named_at_least"]),
            contends=row["contends"] == "yes",
            reason=row["reason"],
        )
        for row in rows(HERE / "programs.tsv")
    }


def judged_of(claim: Claim, judged: list[Judged]) -> Judged | None:
    return next((row for row in judged if row.is_about(claim)), None)


def remedy_word(claim: Claim, row: Judged | None) -> str:
    if not claim.remedy:
        return "none"
    if row and claim.remedy in row.takes:
        return "sane"
    if row and row.refuses & {claim.remedy, "*"}:
        return "bad"
    return NOT_JUDGED


def hold(report: Report, expected: Expected, judged: list[Judged], version: str) -> Outcome:
    """`judged` are the rows of this program."""
    wrong = [
        claim
        for claim in report.claims
        if claim.confidence == "high" and (row := judged_of(claim, judged)) and row.word == "wrong"
    ]
    if report.claims:
        first = report.claims[0]
        row = judged_of(first, judged)
        unread = NOT_JUDGED if expected.contends else "wrong"
        top = row.word if row else unread
        remedy = remedy_word(first, row)
    else:
        top = "wrong" if expected.contends else "top"
        remedy = "none"
    return Outcome(
        top=top,
        remedy=remedy,
        wrong=wrong,
        named_enough=not report.claims or report.named_share >= expected.named_at_least,
        version_read=version == expected.version,
    )
