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


@dataclasses.dataclass(frozen=True)
class Report:
    claims: list[Claim]
    contended_samples: int
    named_samples: int

    @property
    def named_share(self) -> float:
        return self.named_samples / self.contended_samples if self.contended_samples else 1.0


# Template arguments and type parameters: judgements are about every instance.
ARGUMENTS = re.compile(r"<[^<>]*>")


def plain(name: str) -> str:
    while ARGUMENTS.search(name):
        name = ARGUMENTS.sub("", name)
    return name


def data_of(finding: dict) -> str:
    """The variable, else the type, else the record that the finding is about; '?' if unknown."""
    told = finding["object"] or {}
    record = finding["record"] or {}
    name = told.get("name") or told.get("type") or record.get("name") or "?"
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


def read(path: pathlib.Path) -> Report:
    document = json.loads(path.read_text())
    return Report(
        claims=[claim_of(finding) for finding in document["findings"]],
        contended_samples=document["summary"]["contended_samples"],
        named_samples=document["summary"]["named_samples"],
    )
