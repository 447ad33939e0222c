#pragma once

#include "rules/model/C2cCounters.h"
#include "rules/model/Expected.h"
#include "rules/model/Index.h"
#include "rules/model/PartedMisses.h"
#include "rules/model/Seen.h"
#include "rules/model/Topology.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The profile: what a recording measured, with names where they could be found. Readers fill it,
/// judges read it, emitters print it; it knows neither perf's file format nor DWARF.
namespace fsfind {

/// Stands for the CPU of samples that have none.
inline constexpr std::uint32_t kNoCpu = UINT32_MAX;
/// Bytes. Right for Intel, AMD and most Arm; used where neither the recording nor the user says
/// otherwise.
inline constexpr std::uint32_t kDefaultLineSize = 64;
/// Line::home if the line's physical addresses lie on several nodes: the memory was moved.
inline constexpr std::uint32_t kSeveralNodes = CpuParts::kNone - 1;

/// A place in source text; line and column are 1-based, 0 = unknown.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const Place &) const = default;
  [[nodiscard]] bool known() const { return !file.empty() && line != 0; }
};

struct Thread {
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
  std::string comm;      ///< last known name; empty if never recorded
  std::string runs = {}; ///< the author's function that it starts in; empty if that is not known
};
using ThreadIndex = Index<struct ThreadTag>;

/// One function of an inline chain.
struct Frame {
  std::string function; ///< as the author wrote it, without hash suffixes
  Place place;          ///< where execution is in that function
};

/// An access site: one sampled instruction in one mapped module.
struct Site {
  std::uint64_t ip = 0; ///< sampled instruction address (virtual)
  std::string module;   ///< path of the ELF file; "[unknown]" if unmapped
  /// The instruction's address as the ELF file counts it, before relocation (svma); its file offset
  /// if the file was not found.
  std::uint64_t module_address = 0;
  std::string symbol; ///< outermost function; empty if unknown
  std::uint64_t symbol_offset = 0;
  /// Innermost (inlined) function first; the last one is the machine function. Empty without
  /// debug info.
  std::vector<Frame> frames;
  /// With stores that are Update::Set: the constant.
  std::optional<std::int64_t> stored = {};
};
using SiteIndex = Index<struct SiteTag>;

enum class ObjectKind : std::uint8_t { Unknown, Global, Heap, Stack, Tls };

/// How a name was found.
enum class Evidence : std::uint8_t {
  None,       ///< nothing is known
  StaticData, ///< a variable or symbol of the module covers the address
  AccessSite, ///< the type behind the instruction's base register is known
  Source,     ///< the source expression at the site
  Vote,       ///< the sites that touch the line agree
  Allocation, ///< only who allocated the block is known, neither variable nor type
};

/// A variable instance (or one element of it).
struct Object {
  ObjectKind kind = ObjectKind::Unknown;
  std::string name;                   ///< variable or ELF symbol; empty if unknown
  std::string type;                   ///< of the element if `index` is set; empty if unknown
  std::optional<std::uint64_t> index; ///< of the element, in the outermost array dimension
  std::uint64_t address = 0;          ///< first byte of the object or element (virtual)
  std::uint64_t size = 0;             ///< bytes of the object or element; 0 = unknown
  Place declared;            ///< declaration of the variable; without a variable, of the type
  std::string function = {}; ///< stack variables only: the function of the frame
  /// It is an element of an unnamed array whose start is not known, so there is no index.
  bool of_array = false;
  /// The call that allocated the object, by the recording's log; else the only one seen to allocate
  /// objects of the type. Without debug info there the place is the module, line 0.
  Frame allocated = {};
  /// The static pointer variable that leads to the object's block; empty if unknown, or if the
  /// object is no heap object.
  std::string holder = {};
  /// The block of memory that holds the object, by the recording's log of allocations: first byte
  /// (virtual) and bytes; 0 bytes = unknown.
  std::uint64_t block_address = 0, block_size = 0;
};

/// A member or base of a record, where the compiler put it.
struct RecordMember {
  std::string name;                              ///< empty for bases and anonymous records
  std::string type;                              ///< as the author writes it
  std::uint64_t offset = 0, size = 0, align = 1; ///< bytes; `align` is that of the type
};
using RecordMembers = std::vector<RecordMember>;

/// The record a member belongs to.
struct RecordInfo {
  std::string name;
  Place declared;
  std::uint64_t size = 0;
  std::uint64_t align = 0; ///< declared alignment in bytes; 0 = natural or unknown
  /// By offset; null if debug info does not give them, or if some share bytes.
  std::shared_ptr<const RecordMembers> members = {};
};

/// How far a name can be trusted.
enum class Certainty : std::uint8_t {
  Certain,  ///< no site contradicts it
  Likely,   ///< rests on a guess, or tells less than the author's own type would
  Doubtful, ///< some sites contradict it
};

using TargetIndex = Index<struct TargetTag>;

/// What lies at an address. All accesses to the same bytes refer to one target.
struct Target {
  Object object;
  /// Member path from the object or element (`level_.now.lanes[2]`); empty if that is a scalar or
  /// nothing is known. Internals of the languages' libraries never appear.
  std::string member;
  /// Bytes from the start of the object or element; with Evidence::Allocation that of the access in
  /// the block.
  std::uint64_t member_offset = 0;
  std::uint64_t member_size = 0; ///< bytes; 0 = unknown
  Place member_declared;
  std::optional<RecordInfo> record; ///< the author's innermost record that declares the member
  Evidence evidence = Evidence::None;
  Certainty certainty = Certainty::Certain;
  /// False where the module that names it could not be checked against a recorded build-id: it may
  /// be another build.
  bool verified = true;
  /// Only of accesses that cover several members or elements of the object: what each of these is,
  /// in order. `member` then names them all (`low/high`), with the bytes of all.
  std::vector<TargetIndex> parts = {};
};

enum class AccessKind : std::uint8_t { Load, Store };

/// What the machine code does to a datum that it stores to.
enum class Update : std::uint8_t {
  Unknown,
  Add,         ///< adds or subtracts, and nothing uses the old value or the new one
  Fetch,       ///< adds or subtracts, and uses the old value or the new one
  Conditional, ///< stores only if nobody else did so before: compare-and-swap
  Replace,     ///< stores a value that is not made from the old one
  Set,         ///< stores one constant, again and again
  Bits,        ///< sets, clears or flips some bits
};

/// Samples of one instruction by one thread on one CPU at one byte offset of a line.
struct Access {
  std::uint32_t offset = 0; ///< bytes from the start of the line
  std::uint8_t size = 0;    ///< bytes accessed; 0 = unknown
  AccessKind kind = AccessKind::Load;
  SiteIndex site;
  ThreadIndex thread;
  TargetIndex target;
  std::uint32_t cpu = kNoCpu;
  std::uint64_t count = 0;
  std::uint64_t lcl_hitm = 0, rmt_hitm = 0, lcl_peer = 0, rmt_peer = 0;
  std::uint64_t l1_miss = 0; ///< stores that missed L1
  std::uint64_t latency = 0; ///< sum of sample weights, cycles
  /// Samples that met another core's modified or peer copy, each counted once (ranking view).
  std::uint64_t contended = 0;
  std::uint64_t hitm_latency = 0;   ///< the part of `latency` on contended samples
  std::uint64_t cost = 0;           ///< sum of weight x sampling period: estimated cycles
  std::uint64_t contended_cost = 0; ///< the part of `cost` on contended samples
  double contended_squares = 0;     ///< sum of (weight x period)^2 over contended samples
  double cost_squares = 0;          ///< the same over all samples
  /// Loads answered by memory of the CPU's own node, and by memory of another node.
  std::uint64_t local_dram = 0, remote_dram = 0;
  /// Contended samples by what they were worth: whether the core, until it lost the line again,
  /// used bytes that another one had written since it used them last, or did not (Dubois et al.,
  /// ISCA'93). Recordings of hardware do not tell; there both are 0.
  std::uint64_t essential = 0, useless = 0;
  /// Sums over all samples, of loads that would be contended; zeroes where only the two above are
  /// told.
  PartedMisses parted = {};
  /// The part of `cost` on loads of lines that another core's write had taken, and that a third
  /// core had fetched meanwhile. Only simulation tells.
  std::uint64_t answered_cost = 0;
  /// Contended samples of a loop that does nothing but load the same until another thread writes
  /// there. Only simulation tells, and not of all of them.
  std::uint64_t spins = 0;
  /// By the instruction at the site; of loads, if that instruction stores as well.
  Update update = Update::Unknown;
  /// Stores that initialised what others then used, or cleared it after: no writes that anyone met
  /// (rules/model/SettingStores.h).
  bool sets = false;

  [[nodiscard]] bool writes() const { return kind == AccessKind::Store && !sets; }
};

/// The earliest sampled access of those that have a time and a CPU.
struct FirstAccess {
  std::uint64_t time = UINT64_MAX; ///< ns; UINT64_MAX = there is none
  std::uint32_t cpu = kNoCpu;
  AccessKind kind = AccessKind::Load;
  auto operator<=>(const FirstAccess &) const = default; ///< the earlier one is less
};

/// When the sampled stores to a line and its contended samples began and ended, ns. What never
/// happened, or has no time, begins at UINT64_MAX and ends at 0.
struct LineTimes {
  std::uint64_t first_store = UINT64_MAX, last_store = 0;
  std::uint64_t first_contended = UINT64_MAX, last_contended = 0;
};

struct OwnerTimeline;

/// A cacheline, keyed as perf c2c keys it (mode, module or process, line), with the counters perf
/// gives it.
struct Line {
  std::uint64_t address = 0; ///< virtual address of its first byte
  bool kernel = false;
  std::uint32_t pid = 0; ///< of the first sample seen; shared mappings have several processes
  std::string mapping;   ///< file or pseudo file mapped there; empty if unmapped
  /// The node whose memory its recorded physical addresses lie in;
  /// CpuParts::kNone = none is recorded, kSeveralNodes = they lie on several.
  std::uint32_t home = CpuParts::kNone;
  FirstAccess first; ///< set only in profiles with a `memory_line_step`
  LineTimes times;
  /// How many times, at least, a write took the line away from another core, sampled or not, up to
  /// the line's last sample. Only simulation tells.
  std::optional<std::uint64_t> transfers;
  /// Only where it was asked for, and samples have times (rules/model/OwnerTimeline.h).
  std::shared_ptr<const OwnerTimeline> timeline;
  std::uint64_t samples = 0;
  C2cCounters counters;
  /// By offset, then by descending HITM and count. Empty for lines the reader had no reason to
  /// keep in detail.
  std::vector<Access> accesses;
};

/// The ranking view: every sample in exactly one class (perf's counters may count one twice).
enum class SampleClass : std::uint8_t {
  LoadL1,
  LoadFillBuffer,
  LoadL2,
  LoadL3,
  LoadLocalHitm,
  LoadRemoteHitm,
  LoadLocalPeer,
  LoadRemotePeer,
  LoadRemoteCache,
  LoadLocalDram,
  LoadRemoteDram,
  LoadOtherMemory,
  LoadUncached,
  LoadUnknown,
  StoreL1Hit,
  StoreL1Miss,
  StoreUnknown,
  OtherOperation,
};
inline constexpr std::size_t kSampleClassCount =
    static_cast<std::size_t>(SampleClass::OtherOperation) + 1;

/// What the samples of a clock told: moments at which threads were interrupted, with the addresses
/// that the code around accesses (c2c-ingest/clock).
struct ByClock {
  std::uint64_t samples = 0; ///< looked at
  std::uint64_t decoded = 0; ///< of these, with the address of at least one access
  /// The part of the processor time in which threads were seen to run at the same time, 0..1.
  double together = 0;
};

/// Where a recording came from and what it can and cannot say.
struct Source {
  std::string path;
  bool simulated = false;
  std::uint32_t line_size = kDefaultLineSize;
  bool line_size_assumed = false; ///< no CACHE feature and no option: the default was taken
  std::string arch, hostname, cpu_description, os_release, perf_version;
  std::vector<std::string> command_line;
  std::vector<std::string> events;
  std::uint32_t cpus_online = 0;
  std::optional<std::uint64_t> first_time, last_time; ///< ns
  std::uint64_t lost_samples = 0;
  std::optional<Seen> seen; ///< none: all of the program was recorded
  /// None: samples are of memory accesses. Otherwise contended loads are moments of waiting that
  /// the code around tells of, and their cycles an estimate of how long.
  std::optional<ByClock> by_clock;
};

/// What latencies are shares of.
[[nodiscard]] constexpr std::string_view latencyWord(bool by_clock) {
  return by_clock ? "CPU time, estimated" : "sampled latency";
}
[[nodiscard]] inline std::string_view latencyWord(const Source &source) {
  return latencyWord(source.by_clock.has_value());
}

/// What the recording calls its contended loads.
[[nodiscard]] constexpr std::string_view contendedWord(bool by_clock) {
  return by_clock ? "waits" : "HITM";
}
[[nodiscard]] inline std::string_view contendedWord(const Source &source, bool peer) {
  return peer && !source.by_clock ? "peer" : contendedWord(source.by_clock.has_value());
}

/// An estimate of what was recorded as one of the run.
[[nodiscard]] inline std::uint64_t ofRun(const Source &source, std::uint64_t estimate) {
  return source.seen ? ofRun(*source.seen, estimate) : estimate;
}

/// scatterOf what the recording saw; 1 if it saw all.
[[nodiscard]] inline double scatterIn(const Source &source) {
  return source.seen ? scatterOf(*source.seen) : 1;
}

/// Whose meaning of terms such as "remote" applies.
enum class Vendor : std::uint8_t { Unknown, Intel, Amd, Arm, Power };

/// One line for the user on something that was missing, wrong or skipped, with its remedy.
struct Note {
  std::string text;
  bool incomplete = false; ///< says that part of the recording is missing
};

struct Profile {
  Source source;
  Vendor vendor = Vendor::Unknown;
  Topology topology;
  C2cCounters totals;
  std::uint64_t samples = 0;
  std::uint64_t classes[kSampleClassCount] = {};
  std::uint64_t class_latency[kSampleClassCount] = {}; ///< sums of sample weights, cycles
  std::uint64_t cost = 0; ///< sum over all samples of weight x period: estimated cycles
  /// Cycles that the CPUs with samples had from the first sample to the last, at the nominal
  /// frequency; 0 = not known.
  double cpu_cycles = 0;
  /// Sums of the sampling periods of loads and of stores: estimates of how many were executed, of
  /// recordings in bursts (Source::seen) in these.
  /// Loads too fast to be sampled are not counted.
  std::uint64_t estimated_loads = 0, estimated_stores = 0;
  std::uint64_t line_count = 0; ///< distinct lines seen, contended or not
  std::uint64_t shared_line_count = 0;
  C2cCounters shared; ///< sums over the lines perf calls shared
  std::vector<Thread> threads;
  std::vector<Site> sites;
  std::vector<Target> targets;
  /// Of the lines that show nothing but loads from memory, every n-th by address is in `lines`; 0 =
  /// none is, because hardly any load was remote.
  std::uint64_t memory_line_step = 0;
  /// Lines that perf calls shared, that have contended samples or store evidence, or that show
  /// loads from memory (see `memory_line_step`). They are in perf's order of ties (mode, mapped
  /// first, module, process, address), so a stable sort by one counter gives perf's table.
  std::vector<Line> lines;
  std::vector<Note> notes;
  /// Paths of recorded modules with samples, in whose place there is another build: nothing in them
  /// has a name. Sorted.
  std::vector<std::string> rebuilt = {};
  /// Why the recording cannot show contention at all, and what to record instead.
  std::optional<Error> obstacle;

  [[nodiscard]] const Thread &thread(ThreadIndex index) const { return threads[index.value()]; }
  [[nodiscard]] const Site &site(SiteIndex index) const { return sites[index.value()]; }
  [[nodiscard]] const Target &target(TargetIndex index) const { return targets[index.value()]; }
};

/// Loads of a line that another core had modified, in the whole run of a program of which a part
/// was recorded. Source::seen must be set.
[[nodiscard]] RunEstimate contendedLoadsOfRun(const Profile &profile);

} // namespace fsfind
