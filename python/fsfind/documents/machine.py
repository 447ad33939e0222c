"""fsfind machine, schema 1. Made from docs/machine.schema.json by python/classes_of_schemas.py; do not edit."""
from __future__ import annotations

from dataclasses import dataclass, field

from ..decoding import Extra


@dataclass(frozen=True, kw_only=True)
class Tool:
    """Who wrote the document."""
    name: str
    version: str
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class MachineMachine:
    cpu_model: str
    """Empty = not known."""
    arch: str
    """As uname -m."""
    kernel: str
    """As uname -r; on Windows its name and version."""
    governor: str
    """Of the frequency of the first CPU that was measured; empty = not known."""
    virtual_machine: bool | None
    """null = not known."""
    line_size_bytes: int
    """Of a cacheline."""
    l3_bytes: int
    """Of one L3 cache; 0 = not known."""
    nodes: list[int]
    """NUMA nodes with memory that may be used."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Cpu:
    cpu: int
    """The kernel's number."""
    core: int | None
    """Numbers tell parts apart in the whole machine."""
    l3: int | None
    """L3 cache."""
    die: int | None
    """Part of a socket."""
    socket: int | None
    """Package."""
    node: int | None
    """NUMA node."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Measurement:
    handover: str
    """How a line is passed on: both CPUs compare and swap one word, or each stores to a line of
    its own and loads the other's. One of exchange, stores; later versions may add."""
    seed: int
    """Of the order of cells and of chains of pointers."""
    seconds: float
    cells_left_out: int
    """Cells for which there was no time; they are listed without a value."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Price:
    distance: str
    """One of same-cpu, smt-sibling, same-l3, same-socket, other-socket, unknown; later versions
    may add."""
    median_ns: float
    """Of a transfer between CPUs so far apart."""
    low_ns: float
    """Lower quartile."""
    high_ns: float
    """Upper quartile."""
    cells: int
    """Number of cells that this is the median of."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Group:
    within_ns: float
    """Mean time between the two farthest parts that make one of the groups."""
    between_ns: float
    """Mean time between the two nearest groups."""
    known_as: str
    """The parts of the machine that the kernel tells of and that divide the CPUs in the same way;
    empty = none. One of cores, L3 caches, dies, sockets, nodes; later versions may add."""
    groups: list[list[int]]
    """CPUs of each group."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Transfer:
    a: int
    """CPU."""
    b: int
    """Another CPU."""
    distance: str
    """One of same-cpu, smt-sibling, same-l3, same-socket, other-socket, unknown; later versions
    may add."""
    home_node: int | None
    """Node whose memory holds the line; null = not known."""
    median_ns: float | None
    """Time in which the line goes from one CPU to the other: half a round trip. null = no value:
    see missing."""
    low_ns: float | None
    """Lower quartile."""
    high_ns: float | None
    """Upper quartile."""
    measurements: int
    """Number of measurements that the median and the quartiles are of."""
    disturbed: bool
    """Something took a CPU away while it was measured, each time it was repeated."""
    disturbed_by: str | None
    """What took a CPU away; null = nothing. One of hypervisor, other-work; later versions may
    add."""
    missing: str | None
    """Why the cell has no value: the time was over, or a CPU that was to take part did not come to
    run. null = it has one. One of no-time, not-run; later versions may add."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class MemoryLatency:
    cpu: int
    node: int
    """Whose memory is loaded."""
    pages: str
    """One of small, huge; later versions may add."""
    loaded: bool
    """All other CPUs read the node's memory meanwhile."""
    median_ns: float | None
    """Time of a load whose address the load before it gave. null = no value: see missing."""
    low_ns: float | None
    """Lower quartile."""
    high_ns: float | None
    """Upper quartile."""
    measurements: int
    """Number of measurements that the median and the quartiles are of."""
    disturbed: bool
    """Something took a CPU away while it was measured, each time it was repeated."""
    disturbed_by: str | None
    """What took a CPU away; null = nothing. One of hypervisor, other-work; later versions may
    add."""
    missing: str | None
    """Why the cell has no value: the time was over, or a CPU that was to take part did not come to
    run. null = it has one. One of no-time, not-run; later versions may add."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Bandwidth:
    streaming: str
    """triad: a[i] = b[i] + s * c[i]. One of read, write, triad; later versions may add."""
    threads: int
    """Each on a CPU of its own."""
    cpu_node: int | None
    """Whose CPUs; null = all nodes'."""
    memory_node: int | None
    """Whose memory; null = of each thread's own node."""
    pages: str
    """One of small, huge; later versions may add."""
    median_gb_per_s: float | None
    """1e9 bytes a second that the threads name, without what caches load for writes. null = no
    value: see missing."""
    low_gb_per_s: float | None
    """Lower quartile."""
    high_gb_per_s: float | None
    """Upper quartile."""
    measurements: int
    """Number of measurements that the median and the quartiles are of."""
    disturbed: bool
    """Something took a CPU away while it was measured, each time it was repeated."""
    disturbed_by: str | None
    """What took a CPU away; null = nothing. One of hypervisor, other-work; later versions may
    add."""
    missing: str | None
    """Why the cell has no value: the time was over, or a CPU that was to take part did not come to
    run. null = it has one. One of no-time, not-run; later versions may add."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Alone:
    median_gb_per_s: float | None
    """What the CPU reads. 1e9 bytes a second; null = no value: see missing."""
    low_gb_per_s: float | None
    """Lower quartile."""
    high_gb_per_s: float | None
    """Upper quartile."""
    measurements: int
    """Number of measurements that the median and the quartiles are of."""
    disturbed: bool
    """Something took a CPU away while it was measured, each time it was repeated."""
    disturbed_by: str | None
    """What took a CPU away; null = nothing. One of hypervisor, other-work; later versions may
    add."""
    missing: str | None
    """Why the cell has no value: the time was over, or a CPU that was to take part did not come to
    run. null = it has one. One of no-time, not-run; later versions may add."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class BesideTriads:
    median_gb_per_s: float | None
    """What it reads while triads run. 1e9 bytes a second; null = no value: see missing."""
    low_gb_per_s: float | None
    """Lower quartile."""
    high_gb_per_s: float | None
    """Upper quartile."""
    measurements: int
    """Number of measurements that the median and the quartiles are of."""
    disturbed: bool
    """Something took a CPU away while it was measured, each time it was repeated."""
    disturbed_by: str | None
    """What took a CPU away; null = nothing. One of hypervisor, other-work; later versions may
    add."""
    missing: str | None
    """Why the cell has no value: the time was over, or a CPU that was to take part did not come to
    run. null = it has one. One of no-time, not-run; later versions may add."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class TriadsAlone:
    median_gb_per_s: float | None
    """What the triads read and write. 1e9 bytes a second; null = no value: see missing."""
    low_gb_per_s: float | None
    """Lower quartile."""
    high_gb_per_s: float | None
    """Upper quartile."""
    measurements: int
    """Number of measurements that the median and the quartiles are of."""
    disturbed: bool
    """Something took a CPU away while it was measured, each time it was repeated."""
    disturbed_by: str | None
    """What took a CPU away; null = nothing. One of hypervisor, other-work; later versions may
    add."""
    missing: str | None
    """Why the cell has no value: the time was over, or a CPU that was to take part did not come to
    run. null = it has one. One of no-time, not-run; later versions may add."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class TriadsBeside:
    median_gb_per_s: float | None
    """What they do while the CPU reads from storage. 1e9 bytes a second; null = no value: see
    missing."""
    low_gb_per_s: float | None
    """Lower quartile."""
    high_gb_per_s: float | None
    """Upper quartile."""
    measurements: int
    """Number of measurements that the median and the quartiles are of."""
    disturbed: bool
    """Something took a CPU away while it was measured, each time it was repeated."""
    disturbed_by: str | None
    """What took a CPU away; null = nothing. One of hypervisor, other-work; later versions may
    add."""
    missing: str | None
    """Why the cell has no value: the time was over, or a CPU that was to take part did not come to
    run. null = it has one. One of no-time, not-run; later versions may add."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Node:
    cpu_node: int
    memory_threads: int
    """On the node's other CPUs, which run triads over the node's memory; without any the last
    three rates are missing."""
    alone: Alone
    beside_triads: BesideTriads | None = None
    triads_alone: TriadsAlone | None = None
    triads_beside: TriadsBeside | None = None
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Storage:
    """Sequential reads from storage, by fio; null = not asked for."""
    folder: str
    """As given."""
    device_node: int | None
    """NUMA node that the device is at; null = not known."""
    direct: bool
    """Reads passed the page cache by."""
    file_bytes: int
    """Of the file that was read."""
    nodes: list[Node]
    """By the node whose CPU reads."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Machine:
    """Output of fsfind machine --format=json. Prose: docs/machine.md."""
    schema: int
    tool: Tool
    machine: MachineMachine
    cpus: list[Cpu]
    """CPUs that were measured, neighbours together; null = not known."""
    measurement: Measurement
    prices: list[Price]
    """What a transfer takes, by distance."""
    groups: list[Group]
    """Divisions of the CPUs that the times show, the smallest groups first."""
    transfers: list[Transfer]
    """The matrix of times between CPUs: each pair once; pairs on two nodes once for each node that
    holds the line: their own two and, if there are more, a third one."""
    memory_latencies: list[MemoryLatency]
    bandwidths: list[Bandwidth]
    storage: Storage | None = None
    """Sequential reads from storage, by fio; null = not asked for."""
    notes: list[str]
    """What cannot be known here."""
    extra: Extra = field(default_factory=dict, repr=False)
