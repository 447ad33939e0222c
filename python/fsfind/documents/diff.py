"""fsfind diff, schema 1. Made from docs/diff.schema.json by python/classes_of_schemas.py; do not edit."""
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
class Side:
    """One of the two that were compared."""
    path: str
    measured: bool
    """About a recording; false: about sources."""
    simulated: bool
    samples: int
    loads: int
    """Samples of loads."""
    stores: int
    """Samples of stores."""
    estimated_loads: int
    estimated_stores: int
    seen: float | None
    """The part of the instructions that a simulation in bursts saw; rates are estimates then.
    Null: all."""
    findings: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Summary:
    """How many findings of each kind of change; the confidence of the tests."""
    confidence: float
    least_change: float
    """Smaller differences of rates are not told."""
    new: int
    worse: int
    unchanged: int
    better: int
    gone: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Measure:
    samples: int
    """Contended loads that were sampled."""
    rate: float
    """Contended loads by all loads and stores; 0 where nothing was measured."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class TotalRates:
    """Null where no contended load was sampled on either side."""
    ratio: float | None
    """After by before; null: infinite."""
    low: float
    """Bounds of the ratio."""
    high: float | None
    """Null: infinite."""
    p_value: float
    significant: bool
    too_few: bool
    """No division of so few samples would be significant."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Total:
    """All contended loads of the recordings; null for sources, and where none was sampled."""
    before: Measure
    after: Measure
    rates: TotalRates | None
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class DifferenceRates:
    """Null where no contended load was sampled on either side."""
    ratio: float | None
    """After by before; null: infinite."""
    low: float
    """Bounds of the ratio."""
    high: float | None
    """Null: infinite."""
    p_value: float
    significant: bool
    too_few: bool
    """No division of so few samples would be significant."""
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
class Difference:
    change: str
    """One of new, worse, unchanged, better, gone; later versions may add."""
    fingerprint: str
    rule_before: str | None = None
    """The earlier finding's rule, if it is another; else empty."""
    before: Measure
    after: Measure
    rates: DifferenceRates | None
    in_another: bool
    """The finding's rate differs, but its data have no other rate in all findings together: the
    other side has these contended loads in another one."""
    finding: Finding
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Diff:
    """Output of fsfind diff with --format=json. Prose: docs/diff.md."""
    schema: int
    tool: Tool
    before: Side
    after: Side
    summary: Summary
    total: Total | None
    """All contended loads of the recordings; null for sources, and where none was sampled."""
    differences: list[Difference]
    extra: Extra = field(default_factory=dict, repr=False)
