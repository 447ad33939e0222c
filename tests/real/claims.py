"""What a report claims: the parts of its JSON document that a judgement looks at."""

import dataclasses
import json
import pathlib
import re


# A sentence about a claim does not list two dozen members.
SHOWN_MEMBERS = 4


@dataclasses.dataclass(frozen=True)
class Claim:
    """One finding: which data contend and how, how sure, and the first remedy ('' where none)."""

    rank: int
    rule: str
    data: str
    members: tuple[str, ...]
    sharing: str
    confidence: str
    hitm: int
    latency_share: float
    remedy: str

    def describe(self) -> str:
        shown = ", ".join(self.members[:SHOWN_MEMBERS])
        more = "" if len(self.members) <= SHOWN_MEMBERS else ", ..."
        return f"{self.sharing} sharing of {self.data}: {shown}{more}"


def share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


@dataclasses.dataclass(frozen=True)
class Report:
    """`contended_loads` are those that met another CPU's copy, `line_samples` all samples on
    cachelines with contention, be they of a thread's own data that lie there, too. Those that are
    typed are named by a variable or a type, the others named by who allocated the memory."""

    claims: list[Claim]
    contended_loads: int
    contended_loads_named: int
    contended_loads_typed: int
    line_samples: int
    line_samples_named: int

    @property
    def named_share(self) -> float:
        return share(self.contended_loads_named, self.contended_loads)

    @property
    def typed_share(self) -> float:
        return share(self.contended_loads_typed, self.contended_loads)

    @property
    def line_named_share(self) -> float:
        return share(self.line_samples_named, self.line_samples)


# Template arguments and type parameters: judgements are about every instance.
ARGUMENTS = re.compile(r"<[^<>]*>")


def plain(name: str) -> str:
    while ARGUMENTS.search(name):
        name = ARGUMENTS.sub("", name)
    return name


def data_of(finding: dict) -> str:
    """What the finding is about, as reports call it, else the record; '?' if unknown."""
    told = finding["object"] or {}
    record = finding["record"] or {}
    name = told.get("label") or record.get("name") or "?"
    return plain(name)


def claim_of(finding: dict) -> Claim:
    advice = finding["advice"]
    return Claim(
        rank=finding["rank"],
        rule=finding["rule"],
        data=data_of(finding),
        members=tuple(plain(member["path"]) for member in finding["members"]),
        sharing=finding["sharing"] or "?",
        confidence=finding["confidence"],
        hitm=finding["cost"]["hitm"],
        latency_share=finding["cost"]["latency_share"],
        remedy=advice[0]["remedy"] if advice else "",
    )


def contended(accesses: list[dict], *without: str) -> int:
    """Contended loads but for those whose names rest on this evidence."""
    return sum(access["contended"] for access in accesses if access["evidence"] not in without)


def read(path: pathlib.Path, everything: pathlib.Path) -> Report:
    """What `path` claims; names are counted in `everything`, the same with all cachelines."""
    document = json.loads(path.read_text())
    lines = json.loads(everything.read_text())["lines"]
    accesses = [access for line in lines for access in line["accesses"]]
    return Report(
        claims=[claim_of(finding) for finding in document["findings"]],
        contended_loads=contended(accesses),
        contended_loads_named=contended(accesses, "none"),
        contended_loads_typed=contended(accesses, "none", "allocation"),
        line_samples=document["summary"]["contended_samples"],
        line_samples_named=document["summary"]["named_samples"],
    )
