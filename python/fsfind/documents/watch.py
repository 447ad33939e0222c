"""A step of fsfind watch. Made from docs/watch.schema.json by python/classes_of_schemas.py; do not edit."""
from __future__ import annotations

from dataclasses import dataclass, field

from ..decoding import Extra


@dataclass(frozen=True, kw_only=True)
class Tool:
    name: str
    version: str
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Contended:
    """Loads that another core's cache answered, by kind."""
    local_hitm: float | None
    remote_hitm: float | None
    local_peer: float | None
    remote_peer: float | None
    near_fill: float | None
    far_fill: float | None
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Step:
    recording: str | None
    """The file that was replayed."""
    time: float
    """Seconds from the start of the watch to that of the step."""
    seconds: float | None
    """For which was sampled or counted."""
    contended: Contended
    loads: float | None
    stores: float | None
    share_of_references: float | None
    """Contended loads in all loads and stores."""
    share_of_loads: float | None
    remote_share: float | None
    """Remote loads in those that missed the L3."""
    samples: int
    lost: int
    running: float | None
    """The part of the time in which the events were counted."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Member:
    name: str
    samples: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Object:
    object: str
    """Variable, else type; empty: unknown."""
    members: list[Member]
    samples: int
    loads: float
    per_second: float | None
    share_of_loads: float | None
    trend: str
    """One of unknown, new, rising, steady, falling, gone; later versions may add."""
    age: float
    """Seconds from the step that saw it first to the last one."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Window:
    steps: int
    seconds: float
    contended: Contended
    per_second: Contended
    share_of_references: float | None
    share_of_loads: float | None
    remote_share: float | None
    samples: int
    lost: int
    running: float | None
    objects: list[Object]
    """The most contended first."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class RaisedOrEnded:
    alarm: str
    object: str | None
    limit: float | None
    state: str
    """One of raised, ended; later versions may add."""
    value: float | None
    """A share; of new objects contended loads a second."""
    message: str
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Active:
    alarm: str
    object: str | None
    limit: float | None
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class WatchStep:
    """fsfind watch --format=json writes one such object a line."""
    schema: int
    tool: Tool
    watched: str
    """What is watched, and how."""
    number: int
    """Of the step; those that failed count, too."""
    error: str | None
    """Why the step failed."""
    step: Step | None
    """The step alone; null if it failed."""
    window: Window
    errors: int
    """Steps that failed so far."""
    raised_or_ended: list[RaisedOrEnded]
    """Alarms that this step raised or ended."""
    active: list[Active]
    """Alarms that were raised and have not ended."""
    extra: Extra = field(default_factory=dict, repr=False)
