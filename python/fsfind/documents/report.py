"""fsfind report, schema 1. Made from docs/report.schema.json by python/classes_of_schemas.py; do not edit."""
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
class ByClock:
    """Of recordings by a clock: what its samples told; contended loads are moments of waiting
    then. null: samples are of memory accesses."""
    samples: int
    decoded: int
    """Samples with the address of at least one access."""
    together: float
    """The part of the CPU time in which threads were seen to run at the same time."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Source:
    """The recording, or the sources that were checked."""
    path: str
    simulated: bool
    """A model of caches made the samples, not hardware."""
    line_size: int
    """Bytes of a cacheline."""
    line_size_assumed: bool | None = None
    arch: str | None = None
    vendor: str | None = None
    """One of unknown, intel, amd, arm, power; later versions may add."""
    cpu: str | None = None
    cpus_online: int | None = None
    hostname: str | None = None
    os_release: str | None = None
    perf_version: str | None = None
    command_line: list[str] | None = None
    events: list[str] | None = None
    first_time: int | None = None
    """ns"""
    last_time: int | None = None
    """ns"""
    lost_samples: int | None = None
    by_clock: ByClock | None = None
    """Of recordings by a clock: what its samples told; contended loads are moments of waiting
    then. null: samples are of memory accesses."""
    units: int | None = None
    """Translation units that gave facts."""
    units_failed: int | None = None
    """Translation units left out."""
    units_with_errors: int | None = None
    """Translation units whose facts may be incomplete."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Sources:
    path: str
    units: int
    units_failed: int
    units_with_errors: int
    suppressed: int
    """Latent findings silenced by NOLINT."""
    elsewhere: int
    """Latent findings outside the paths."""
    unsure: int
    """Latent findings below the confidence asked for."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Topology:
    """The parts of the machine that a CPU belongs to; null = not recorded."""
    cpu: int
    core: int | None
    socket: int | None
    die: int | None
    l3: int | None
    node: int | None
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Price:
    distance: str
    """One of same-cpu, smt-sibling, same-l3, same-socket, other-socket, unknown; later versions
    may add."""
    median_ns: float
    low_ns: float
    high_ns: float
    cells: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Machine:
    path: str
    """Of the file that fsfind machine wrote."""
    cpu_model: str
    """Empty = not known."""
    prices: list[Price]
    """As in docs/machine.schema.json."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Counters:
    """Sample counters with perf c2c's names and meaning, double counting included."""
    records: int
    """perf's nr_entries"""
    loads: int
    """perf's load"""
    stores: int
    """perf's store"""
    locks: int
    st_uncache: int
    st_noadrs: int
    st_l1hit: int
    st_l1miss: int
    st_na: int
    ld_excl: int
    ld_shared: int
    ld_uncache: int
    ld_io: int
    ld_miss: int
    ld_noadrs: int
    ld_fbhit: int
    ld_l1hit: int
    ld_l2hit: int
    ld_llchit: int
    lcl_hitm: int
    rmt_hitm: int
    tot_hitm: int
    lcl_peer: int
    rmt_peer: int
    tot_peer: int
    rmt_hit: int
    lcl_dram: int
    rmt_dram: int
    blk_data: int
    blk_addr: int
    nomap: int
    noparse: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Shared:
    """Sums over the lines that perf c2c calls shared."""
    records: int
    """perf's nr_entries"""
    loads: int
    """perf's load"""
    stores: int
    """perf's store"""
    locks: int
    st_uncache: int
    st_noadrs: int
    st_l1hit: int
    st_l1miss: int
    st_na: int
    ld_excl: int
    ld_shared: int
    ld_uncache: int
    ld_io: int
    ld_miss: int
    ld_noadrs: int
    ld_fbhit: int
    ld_l1hit: int
    ld_l2hit: int
    ld_llchit: int
    lcl_hitm: int
    rmt_hitm: int
    tot_hitm: int
    lcl_peer: int
    rmt_peer: int
    tot_peer: int
    rmt_hit: int
    lcl_dram: int
    rmt_dram: int
    blk_data: int
    blk_addr: int
    nomap: int
    noparse: int
    lines: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Classes:
    """Every sample in exactly one class."""
    load_l1: int
    load_fill_buffer: int
    load_l2: int
    load_l3: int
    load_local_hitm: int
    load_remote_hitm: int
    load_local_peer: int
    load_remote_peer: int
    load_remote_cache: int
    load_local_dram: int
    load_remote_dram: int
    load_other_memory: int
    load_uncached: int
    load_unknown: int
    store_l1_hit: int
    store_l1_miss: int
    store_unknown: int
    other_operation: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class ContendedLoads:
    """Contended loads of the run, with bounds at 95 %."""
    value: float
    low: float
    high: float
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What a simulation in bursts (fsfind record --budget) saw of the run; null: all of it was
    recorded."""
    executed: int
    """Instructions of the run."""
    simulated: int
    """Instructions of the bursts."""
    share: float
    """Of simulated in executed."""
    bursts: int
    scale: float
    """What estimates are multiplied with."""
    scatter: float
    """How many times the variance of counts is that of Poisson counts: bounds are wider by its
    root."""
    contended: int
    """Contended samples of all bursts."""
    steps: int
    """From one burst of a process to its next one."""
    step_squares: float
    """Sum over the steps of the squared differences of contended samples."""
    contended_loads: ContendedLoads
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Code:
    function: str
    """Empty = unknown."""
    module: str
    file: str
    line: int
    column: int
    comm: str
    """Name of the thread with most of the remote loads."""
    threads: int
    """That load it."""
    local: int
    """Loads from the CPU's own node."""
    remote: int
    """Loads from another."""
    share: float
    """Of all remote loads."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Unnamed:
    """Remote loads of memory without a name."""
    share: float
    """Of all remote loads."""
    code: list[Code]
    """The functions that make them, most remote loads first; ten at most."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Numa:
    """How much memory traffic crosses NUMA nodes. Loads are samples."""
    nodes: int
    """With CPUs; 0 = not recorded."""
    l3_missing_loads: int
    """The sum of the next three."""
    local_dram: int
    remote_dram: int
    remote_cache: int
    remote_share: float
    """Of remote_dram in l3_missing_loads."""
    blind: bool
    """The share is above 0.3, of 30 loads or more."""
    unnamed: Unnamed
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Summary:
    """About the report as a whole."""
    samples: int | None = None
    lines_seen: int | None = None
    """Distinct cachelines sampled."""
    lines_hidden: int | None = None
    """Left out by a limit the user set."""
    lines_below_cutoff: int | None = None
    """Shared lines below a thousandth of the display mode's counter."""
    lines_below_floor: int | None = None
    """Further lines left out: too little contention to matter."""
    lines_handed_over: int | None = None
    """Lines that were written and then only read: no sharing, and no finding shown has them."""
    loads_handed_over: int | None = None
    """Contended loads on these lines."""
    findings_left_out: int | None = None
    """Too little contention to matter."""
    contended_samples: int | None = None
    """On lines that are shared or have store evidence."""
    named_samples: int | None = None
    """Those of them that have a name: variable, type, or place of allocation."""
    named_by_allocation: int | None = None
    """Those of them of which only the place of allocation is known. Their evidence is
    `allocation`."""
    cost: int | None = None
    """Sum over all samples of weight times sampling period: estimated cycles. Scaled by
    `seen.scale` if the recording was made in bursts."""
    estimated_loads: int | None = None
    """Sum of the sampling periods of loads: how many ran, of those slow enough to be sampled.
    Scaled likewise."""
    estimated_stores: int | None = None
    """Sum of the sampling periods of stores: how many ran. Scaled likewise."""
    seen: Seen | None = None
    """What a simulation in bursts (fsfind record --budget) saw of the run; null: all of it was
    recorded."""
    display: str | None = None
    """One of total, local, remote, peer; later versions may add."""
    confirmed: int | None = None
    """Findings of that verdict."""
    measured: int | None = None
    """Findings of that verdict."""
    latent: int | None = None
    """Findings of that verdict."""
    numa: Numa | None = None
    suspects: int | None = None
    """Findings left out that lack a link of the chain; --suspects shows them."""
    suppressed: int | None = None
    """Findings silenced by NOLINT."""
    elsewhere: int | None = None
    """Findings outside the files and folders asked for."""
    suppressed_by_file: int | None = None
    """Findings left out by --suppressions."""
    in_baseline: int | None = None
    """Findings left out because --baseline knows them."""
    not_of_change: int | None = None
    """Findings left out because the change since --since neither brought nor touched them."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Obstacle:
    what: str
    remedy: str
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One function of an inline chain."""
    function: str
    file: str
    line: int
    column: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Object:
    """A variable or an object on the heap, or one element of it."""
    kind: str
    """One of global, heap, stack, tls, unknown; later versions may add."""
    name: str
    """The variable or ELF symbol; empty = unknown."""
    type: str
    """Of the element if there is an index; empty = unknown."""
    holder: str | None = None
    """The static pointer variable that leads to the block of a heap object; empty = unknown."""
    label: str | None = None
    """What the object is called: its name, else by its holder (`*stats`; `locks` of an element),
    else its type, else who allocates it: `memory of makeBuffer (buffer.c:7)`; empty = nothing is
    known."""
    index: int | None
    """Element of the outermost array dimension; null = no element."""
    address: str
    """First byte of the object, of the element, or of the array element inside whose index is not
    known (`[]` in the member path); 0x0 = unknown."""
    size: int
    """Bytes of the object or element; 0 = unknown."""
    file: str
    line: int
    column: int
    function: str
    """Whose frame a stack variable is in; else empty."""
    of_array: bool
    """An element of an array whose begin is not known, so there is no index."""
    allocated: Frame | None
    """The place that allocated the object, by the recording's log of allocations; else the only
    place seen to allocate objects of the type; null = not known. Without debug info there, `file`
    is the module and `line` 0."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Access:
    """Samples of one instruction by one thread on one CPU at one offset of a line."""
    offset: int
    """Bytes from the start of the line."""
    size: int
    """Bytes accessed; 0 = unknown."""
    op: str
    """One of load, store; later versions may add."""
    count: int
    """Samples."""
    lcl_hitm: int
    rmt_hitm: int
    lcl_peer: int
    rmt_peer: int
    contended: int
    """Samples that met another core's copy, each counted once."""
    essential: int
    """Contended samples after which the core, until it lost the line again, used bytes that
    another core had written since it used them last. Recordings of hardware do not tell: 0."""
    useless: int
    """Those after which it did not: they end if the data are put apart."""
    spins: int | None = None
    """Contended samples of a loop that only waits for another thread's write, as far as that was
    seen. Recordings of hardware do not tell: 0."""
    l1_miss: int
    """Stores that missed L1."""
    latency: int
    """Sum of sample weights, cycles."""
    hitm_latency: int
    """The part of latency on contended samples."""
    local_dram: int
    """Loads that memory of the CPU's own node answered."""
    remote_dram: int
    """Loads that memory of another node answered."""
    cost: int
    """Sum of weight times sampling period: estimated cycles."""
    pid: int
    tid: int
    comm: str
    runs: str | None = None
    """The author's function that the thread was started with, if that is known."""
    cpu: int | None
    """null = not recorded."""
    ip: str
    module: str
    module_address: str
    """The instruction's address as the ELF file counts it."""
    symbol: str
    """The machine function; empty = unknown."""
    symbol_offset: int
    file: str
    line: int
    column: int
    frames: list[Frame]
    """Innermost inlined function first."""
    object: Object
    member: str
    """Member path from the object or element; empty = none or unknown."""
    member_offset: int
    member_size: int
    """0 = unknown."""
    evidence: str
    """One of static-data, access-site, source, vote, allocation, none; later versions may add."""
    certainty: str
    """How far the name can be trusted. One of certain, likely, doubtful; later versions may
    add."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Line:
    """A contended cacheline."""
    address: str
    rank: int
    records: int
    """perf's "Total records" of the line."""
    loads: int
    """perf's "Total Loads" of the line."""
    stores: int
    lcl_hitm: int
    rmt_hitm: int
    tot_hitm: int
    lcl_peer: int
    rmt_peer: int
    tot_peer: int
    samples: int
    """Samples, each counted once."""
    transfers: int | None
    """How many times, at least, a write took the line away from another core; null = only
    simulation tells."""
    hitm_share: float
    """Of the display mode's counter over all shared lines."""
    latency_share: float
    """Of the cycles sampled in the whole recording."""
    sharing: str | None
    """null = the samples do not show two threads, one of them a writer. One of false, true, mixed;
    later versions may add."""
    store_evidence_only: bool
    readers: int
    """Distinct threads that load."""
    writers: int
    """Distinct threads that store."""
    kernel: bool
    pid: int
    mapping: str
    home: int | None
    """The NUMA node its recorded physical addresses lie on; null = none recorded, or several."""
    counters: Counters
    accesses: list[Access]
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Missing:
    """A link of the chain that makes threads fight over a line."""
    link: str
    """Stable; later versions may add."""
    reason: str
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Place:
    """A place in source text."""
    file: str
    line: int
    column: int
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Related:
    """A place that belongs to the finding."""
    file: str
    line: int
    column: int
    message: str
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Record:
    """The record the members belong to."""
    name: str
    file: str
    line: int
    column: int
    size: int
    """0 = unknown."""
    align: int
    """Declared alignment, bytes; 0 = natural or unknown."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Member:
    """A member, or a variable, that takes part in a finding."""
    path: str
    file: str
    line: int
    column: int
    offset: int
    """From the object or element."""
    size: int
    """0 = unknown."""
    readers: list[str]
    writers: list[str]
    rare_writers: list[str]
    """Of measured findings: threads that store to it too seldom to be writers."""
    hitm: int
    read_by: list[str]
    """Of confirmed findings: thread entries that read it, as the source names them."""
    written_by: list[str]
    """Of confirmed findings: thread entries that write it, as the source names them."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A share and the range it is in with 95 % confidence."""
    value: float
    low: float
    high: float
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Gain:
    value: float
    low: float
    high: float
    contended_latency: float
    """Mean, cycles."""
    hit_latency: float
    """Mean of the recording's loads from L1 and L2, cycles; for first touch from local memory."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class FalsePart:
    share: float
    """Of the finding's contended loads."""
    estimated: bool
    """By who stores where; false = the recording tells it of each load."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class TransferTime:
    transfers: float
    """Estimated number of contended loads of the run."""
    time_ns: float
    """Without loads whose distance has no price."""
    low_ns: float
    """By the prices' lower quartiles and 95 % bounds of the number."""
    high_ns: float
    """Likewise, by the upper quartiles."""
    priced_share: float
    """Of the transfers: those whose distance has a price."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Distances:
    """Parts of the contended samples, by how far the CPUs are that write."""
    same_cpu: float
    smt_sibling: float
    same_l3: float
    same_socket: float
    other_socket: float
    unknown: float
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What it costs."""
    hitm: int
    latency_share: float
    local: int
    """Contended samples answered from the reader's own socket or node."""
    remote: int
    """Those answered from another."""
    base: str
    """What share and gain are shares of. One of cpu-time, sampled-cycles, clock-time; later
    versions may add."""
    share: Estimate | None
    """Of contended latency in the base; null = not known, see unknown."""
    gain: Gain | None
    """What ending the contention can save (false and mixed sharing: what putting the data apart
    can save); null = not known."""
    store_share: Estimate | None = None
    """What stores waited for the line, in the base, beside share; null = the recording does not
    tell (only simulation does), or too few waited."""
    spin_share: float | None = None
    """The contended loads that only wait for another thread's write, at least; null = none was
    seen to. Only simulation and a clock tell."""
    false_part: FalsePart | None
    """The contended loads that met a write to other bytes than their own; null = no contended
    loads."""
    transfer_time: TransferTime | None = None
    """What the contended loads waited by prices of --machine, the sum over all CPUs; null = no
    prices, or none for these distances."""
    clock_share: Estimate | None = None
    """What the finding's data take by the recording of --clock, of its CPU time, estimated; null =
    there is none, or it hardly saw them."""
    unknown: str
    """Why there is no share; empty if there is one."""
    distances: Distances
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class KnownBy:
    """Pages whose home is known, by what."""
    physical_address: int
    loads: int
    """Which CPUs' loads were local and which remote."""
    first_touch: int
    """The first access seen is a store."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Placement:
    """Where the pages live that a measured first-touch finding is about."""
    node: int | None
    """The home of nine of ten pages at least; null = not known."""
    spread: bool
    """Several nodes are known to have a tenth of the pages each."""
    pages: int
    """Seen."""
    shared_pages: int
    """Those of them that CPUs of several nodes load."""
    known_by: KnownBy
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class LayoutMember:
    """A member in a drawing of a record's layout."""
    path: str
    offset: int
    size: int
    writers: list[str]
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Edit:
    """A replacement of source text."""
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Advice:
    """A remedy."""
    remedy: str
    """One of accumulate-locally, test-before-write, keep-copy, batch, per-thread, reorder, split,
    align-members, align-type, align-allocation, shard-per-cpu, split-lock, touch-in-parallel,
    interleave, remove-padding, tune-allocator, leave-alone; later versions may add."""
    why: str
    size_before: int | None = None
    """Bytes an instance; 0 = unknown."""
    size_after: int | None = None
    instances: int | None = None
    """Seen; 0 = unknown."""
    before: list[LayoutMember] | None = None
    after: list[LayoutMember] | None = None
    edits: list[Edit] | None = None
    obstacle: str | None = None
    """Why there are no edits, a clause; empty if there are, or never are any of this remedy."""
    tried: str | None = None
    """What has been tried of the edits: read = they compile, and the finding is gone when the
    sources are read with them; recorded = the program was built and recorded with them. One of
    none, read, recorded; later versions may add."""
    example: str | None = None
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Side:
    """A measured or latent finding that became part of a confirmed one."""
    verdict: str
    """One of measured, latent; later versions may add."""
    rule: str
    confidence: str
    """One of high, medium, low; later versions may add."""
    location: Place
    message: str
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Run:
    """What recorded runs answer to a finding of sources; null if none was asked, or none can
    tell."""
    answer: str
    """confirmed: threads contended for its data. not-so: they used the data again and again and
    did not. undecided: too few samples to say. not-reached: a datum has none. Later versions may
    add."""
    accesses: int
    """Samples of its data."""
    contended: int
    """Of these, samples that met another core's copy."""
    threads: int
    """Threads that the samples are of."""
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
    missing: list[Missing]
    """What sources do not show of a latent finding and would have to: with any it is a suspect."""
    location: Place
    related: list[Related]
    object: Object
    record: Record | None
    members: list[Member]
    lines: list[str]
    cost: Cost
    placement: Placement | None
    message: str
    advice: list[Advice]
    no_advice: str
    """Why there is no advice, and what would help all the same; empty if there is advice."""
    fingerprint: str
    """The same for the same finding in another run, whatever its lines and addresses."""
    sides: list[Side]
    """Of confirmed findings: what recording and source say each."""
    run: Run | None
    """What recorded runs answer to a finding of sources; null if none was asked, or none can
    tell."""
    extra: Extra = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Report:
    """Output of fsfind report and fsfind check with --format=json. Prose and examples:
    docs/json.md."""
    schema: int
    tool: Tool
    source: Source
    sources: Sources | None = None
    """The sources that findings of a recording were joined with; null = none."""
    topology: list[Topology] | None = None
    """The recorded machine's CPUs; empty = not recorded."""
    machine: Machine | None = None
    """Whose prices of transfers times are estimated by (--machine); null = none were given."""
    totals: Counters | None = None
    shared: Shared | None = None
    classes: Classes | None = None
    summary: Summary
    notes: list[str]
    obstacle: Obstacle | None = None
    """Why the recording cannot show contention at all."""
    lines: list[Line] | None = None
    findings: list[Finding]
    extra: Extra = field(default_factory=dict, repr=False)
