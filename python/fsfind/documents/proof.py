"""fsfind fix --prove, schema 1. Made from docs/proof.schema.json by python/classes_of_schemas.py; do not edit."""
from __future__ import annotations

from dataclasses import dataclass, field

from . import report as _report
from ..decoding import Extra


@dataclass(frozen=True, kw_only=True)
class Tool:
    """Who wrote the document."""
    name: str
    version: str
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Cost:
    """Cycles of all samples, by latency and period; 0 where latencies are not recorded."""
    before: int
    after: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Change:
    """Contended loads."""
    before: int
    after: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A conclusion."""
    rank: int
    rule: str
    """One of docs/rules; later versions may add."""
    verdict: str
    """One of confirmed, measured, latent; later versions may add."""
    sharing: str
    """One of false, true, mixed, first-touch; later versions may add."""
    conflict: str | None
    """Several write, or one writes what others read; null = no writer known, or no cacheline
    meant. One of write-write, read-write; later versions may add."""
    allocator_induced: bool
    """Separate objects lie on one line because the allocator put them there."""
    alternation: str | None
    """Whether the lines went back and forth between cores; null = no contended loads. One of
    shown, not-shown, handed-over; later versions may add."""
    confidence: str
    """One of high, medium, low; later versions may add."""
    missing: list[_report.Missing]
    """What sources do not show of a latent finding and would have to: with any it is a suspect."""
    location: _report.Place
    related: list[_report.Related]
    object: _report.Object
    record: _report.Record | None
    members: list[_report.Member]
    lines: list[str]
    cost: _report.Cost
    placement: _report.Placement | None
    message: str
    advice: list[_report.Advice]
    no_advice: str
    """Why there is no advice, and what would help all the same; empty if there is advice."""
    sides: list[_report.Side]
    """Of confirmed findings: what recording and source say each."""
    run: _report.Run | None
    """What recorded runs answer to a finding of sources; null if none was asked, or none can
    tell."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Edit:
    verdict: str
    """One of proved, taken-back; later versions may add."""
    reason: str
    """Empty if proved."""
    build_output: str
    cost: Cost
    contended: Change
    finding: Finding
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Worsened:
    name: str
    contended: Change
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Times:
    """Null if nothing is proved. Seconds."""
    runs: int
    before: float
    after: float
    ratio: float
    low: float
    high: float
    shown: bool
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Proof:
    """Output of fsfind fix --prove with --format=json. Prose: docs/json.md."""
    schema: int
    tool: Tool
    build: str
    run: str
    recorded: str
    exit_code: int
    output_compared: bool
    cost: Cost
    contended: Change
    edits: list[Edit]
    worsened: list[Worsened]
    times: Times | None
    """Null if nothing is proved. Seconds."""
    patch: str
    """A unified diff."""
    extra: Extra = field(default_factory=dict, repr=False)
