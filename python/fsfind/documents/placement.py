"""fsfind placement, schema 1. Made from docs/placement.schema.json by python/classes_of_schemas.py; do not edit."""
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
class Node:
    node: int
    cpus: list[int]
    """Empty = none, or not known."""
    bytes: int
    """Of the node's memory; 0 = not known."""
    free_bytes: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class BytesByNode:
    node: int
    bytes: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Region:
    begin: str
    """Virtual address of the process."""
    end: str
    """Virtual address of the process."""
    kind: str
    """file: a mapped file; variables: what begins as zero behind a program's or library's data;
    heap: brk; arena: glibc's, of threads; stack: of a thread; anonymous: other private memory;
    shared: between processes; kernel: the kernel's own. One of file, variables, heap, arena,
    stack, anonymous, shared, kernel; later versions may add."""
    file: str
    """Path or pseudo path; empty = none."""
    policy: str
    """As numa_maps has it: default, bind:0, interleave:0-1."""
    writable: bool
    executable: bool
    page_bytes: int
    """Of its pages, not counting transparent huge ones; 0 = not told."""
    bytes_by_node: list[BytesByNode]
    """Present pages that the process maps."""
    huge_bytes: int | None
    """In transparent huge pages; null = not read."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Allocated:
    """The call that allocated it, by a recording; null = not known."""
    function: str
    file: str
    """Empty = not known."""
    line: int
    """1-based; 0 = not known."""
    column: int
    """1-based; 0 = not known."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class ObjectObject:
    """As in the report (json.md)."""
    kind: str
    """global: a variable; heap: a block. One of unknown, global, heap, stack, tls; later versions
    may add."""
    name: str
    """Empty = not known."""
    type: str
    """Empty = not known."""
    holder: str
    """The static pointer variable that leads to the block; empty = not known."""
    label: str
    """What the text calls it."""
    index: int | None
    """null in placements."""
    address: str
    """Virtual address of the process."""
    size: int
    """Bytes; 0 = not known."""
    file: str
    """Empty = not known."""
    line: int
    """1-based; 0 = not known."""
    column: int
    """1-based; 0 = not known."""
    function: str
    """Empty in placements."""
    of_array: bool
    allocated: Allocated | None
    """The call that allocated it, by a recording; null = not known."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class PagesByNode:
    node: int
    pages: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Object:
    object: ObjectObject
    module: str
    """The ELF file that names it."""
    open_ended: bool
    """The block's end is not known: size reaches to the next known block, or to the mapping's
    end."""
    recorded: bool
    """Known only by a recording's loads: its pages and its size are those that were seen."""
    policy: str
    """Of the mapping where it begins."""
    huge_bytes: int
    """Of it that can be in transparent huge pages."""
    pages: int
    """That it has a part of."""
    pages_asked: int
    """Of these, pages that move_pages was asked for, spread evenly; 0 = it does not tell."""
    pages_by_node: list[PagesByNode]
    """Of the pages asked for, those that are on a node."""
    pages_absent: int
    """Of the pages asked for: never written, or swapped out."""
    pages_without: int
    """Of the pages asked for: without a page of their own, as the zero page."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Thread:
    tid: int
    name: str
    cpu: int | None
    """Where it ran last; null = not known."""
    node: int | None
    """Of that CPU; null = not known."""
    cpu_seconds: float
    """That it has run."""
    allowed_nodes: list[int]
    """Of the CPUs that it may run on; empty = not known."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Allocator:
    kind: str
    """gperftools: the tcmalloc of gperftools; tcmalloc: Google's. One of glibc, jemalloc,
    tcmalloc, gperftools, mimalloc; later versions may add."""
    module: str
    """The ELF file that has it."""
    symbol: str
    """By which it is known."""
    prefix: str
    """Of its functions, as _rjem_."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class TrafficObjectObjectAllocated:
    """The call that allocated it, by a recording; null = not known."""
    function: str
    file: str
    """Empty = not known."""
    line: int
    """1-based; 0 = not known."""
    column: int
    """1-based; 0 = not known."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class TrafficObjectObject:
    """As in the report (json.md)."""
    kind: str
    """global: a variable; heap: a block. One of unknown, global, heap, stack, tls; later versions
    may add."""
    name: str
    """Empty = not known."""
    type: str
    """Empty = not known."""
    holder: str
    """The static pointer variable that leads to the block; empty = not known."""
    label: str
    """What the text calls it."""
    index: int | None
    """null in placements."""
    address: str
    """Virtual address of the process."""
    size: int
    """Bytes; 0 = not known."""
    file: str
    """Empty = not known."""
    line: int
    """1-based; 0 = not known."""
    column: int
    """1-based; 0 = not known."""
    function: str
    """Empty in placements."""
    of_array: bool
    allocated: TrafficObjectObjectAllocated | None
    """The call that allocated it, by a recording; null = not known."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class LoadsByNode:
    node: int
    loads: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Filled:
    """The code and thread of the first stores that were seen."""
    file: str
    """Empty = not known."""
    line: int
    """1-based; 0 = not known."""
    column: int
    """1-based; 0 = not known."""
    thread: str
    """Its name; empty = not known."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class TrafficObject:
    object: TrafficObjectObject
    local: int
    remote: int
    loads_by_node: list[LoadsByNode]
    """By the node of the loading CPU."""
    threads: int
    """That load it."""
    filled: Filled
    here: int | None
    """Index in objects; null = it is none of them."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Traffic:
    """What a recording tells of loads from memory; null without --recording."""
    path: str
    """The recording."""
    same_process: bool
    """Its addresses are those of the process; else variables are found by their names."""
    local: int
    """Loads from the memory of the loading CPU's node."""
    remote: int
    """Loads from another node's memory."""
    objects: list[TrafficObject]
    """Most remote loads first."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What it took to look."""
    numa_maps_seconds: float
    smaps_seconds: float
    """0 = not read."""
    move_pages_seconds: float
    pages_asked: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Advice:
    remedy: str
    """As in the report."""
    why: str
    example: str
    """Lines of code or of a shell; may be empty."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Finding:
    fault: str
    """one-node: on one node, while threads of several use it or could; elsewhere: on another node
    than all threads; bound: put there by a policy; shared-huge-page: in one huge page with data
    that threads of another node use. One of one-node, elsewhere, bound, shared-huge-page; later
    versions may add."""
    name: str
    """Of the object, or of the kind of memory."""
    bytes: int
    """Present."""
    node: int | None
    """That has it; null = not known."""
    measured: bool
    """A recording shows remote loads of it."""
    message: str
    advice: list[Advice]
    """The best first."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class AllocatorSetting:
    kind: str
    module: str
    setting: str
    """Variable with its value; empty = there is none."""
    changes: str
    leaves: str
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Look:
    pid: int
    """Of the process."""
    name: str
    """Of its first thread."""
    command: list[str]
    """Its command line."""
    seconds: float
    """That it had run."""
    nodes: list[Node]
    """The machine's NUMA nodes."""
    numa_balancing: int | None
    """kernel.numa_balancing; null = not known."""
    pages_migrated: int | None
    """Pages of the process that automatic NUMA balancing has moved; null = not known."""
    transparent_huge_pages: str
    """always, madvise or never; empty = not known."""
    regions: list[Region]
    """Mappings with present pages, or with a policy, by address."""
    objects: list[Object]
    """Variables and blocks with a page or more, the largest first."""
    threads: list[Thread]
    allocators: list[Allocator]
    """Heap allocators in the process."""
    traffic: Traffic | None
    """What a recording tells of loads from memory; null without --recording."""
    cost: Cost
    notes: list[str]
    """What could not be read, or is told by halves."""
    findings: list[Finding]
    """Follows from the rest; not read back."""
    allocator_settings: list[AllocatorSetting]
    """Follows from the rest; only beside findings on memory of the heap."""
    nothing: str
    """Why there are no findings; empty if there are some."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Placement:
    """Output of fsfind placement --format=json. Prose: docs/placement.md."""
    schema: int
    tool: Tool
    looks: list[Look]
    """One for each time that the process was looked at."""
    extra: Extra = field(default_factory=dict, repr=False)
