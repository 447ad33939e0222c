#pragma once

#include "rules/model/Profile.h"
#include "rules/model/RunAnswer.h"

#include <array>

namespace fsfind {

enum class Verdict : std::uint8_t { Confirmed, Measured, Latent };
enum class Sharing : std::uint8_t {
  False,
  True,
  Mixed,
  FirstTouch, ///< not of cachelines: pages lie on a node that most of their users do not run on
};
/// Whether several threads write to the shared line, or one writes to it and others only read.
enum class Conflict : std::uint8_t { WriteWrite, ReadWrite };
enum class Confidence : std::uint8_t { High, Medium, Low };

/// Whether a finding's lines went back and forth between cores, without which sharing costs
/// nothing.
enum class Alternation : std::uint8_t {
  Shown,      ///< cores lost the lines, had them back, and lost them again
  NotShown,   ///< the samples fit data that was handed over once as well
  HandedOver, ///< the lines were written, and then only read
};

/// A member (or a variable) that takes part in a finding.
struct FindingMember {
  std::string path; ///< member path; the variable's name where there is no member
  Place declared;
  std::uint64_t offset = 0;                  ///< bytes from the start of the object or element
  std::uint64_t size = 0;                    ///< 0 = unknown
  std::vector<std::string> readers, writers; ///< thread ids if measured, else thread entries
  std::uint64_t hitm = 0;
  /// Measured variables only: the variable that this is or is a member or element of, and its type
  /// if this is all of it; empty = unknown.
  std::string variable = {}, type = {};
  /// Measured findings only: the type of the object without a variable that this is or is a member
  /// of; empty = unknown. Reports do not show it.
  std::string object_type = {};
  /// Confirmed findings only: the thread entries that the source names, beside the thread ids
  /// above.
  std::vector<std::string> read_by = {}, written_by = {};
  /// Measured findings only: what the sampled stores do to it, each kind once.
  std::vector<Update> updates = {};
  /// Measured findings only: threads that do not write it read it, and not seldom; where layouts
  /// are planned, by the sources as well.
  bool read_by_others = false;
  /// Measured findings only: it is of several elements or objects, two of which have no writer in
  /// common.
  bool written_by_elements = false;
  /// Measured findings only: threads whose sampled stores to it are too few for a verdict, as of
  /// who initialises it. They are not among the writers.
  std::vector<std::string> rare_writers = {};
  /// Measured findings only: the one constant that nearly all stores give it, if they do.
  std::optional<std::int64_t> set_to = {};
};

/// A share, 0..1, with its 95 % confidence interval, which accounts for the number of samples only.
struct Estimate {
  double value = 0, low = 0, high = 0;
};

/// What a cost is a share of.
enum class CostBase : std::uint8_t {
  CpuTime,       ///< Profile::cpu_cycles
  SampledCycles, ///< Profile::cost
  ClockTime,     ///< Profile::cpu_cycles; what was cost is estimated from a clock's samples
};

/// What latencies are shares of where this is the base.
[[nodiscard]] constexpr std::string_view latencyWord(CostBase base) {
  return latencyWord(base == CostBase::ClockTime);
}

/// What contended loads are called where this is the base.
[[nodiscard]] constexpr std::string_view contendedWord(CostBase base) {
  return contendedWord(base == CostBase::ClockTime);
}

/// What ending the contention can save. `share.value` and `share.low` assume that each contended
/// load takes as long as the recording's own loads from L1 and L2 (for first touch: that each
/// remote load takes as long as those from local memory), `share.high` that it costs nothing.
struct ExpectedGain {
  Estimate share;               ///< of the cost's base
  double contended_latency = 0; ///< mean of the contended (or remote) loads, cycles
  double hit_latency = 0;       ///< mean of the loads they would become, cycles
};

/// The part of a finding's contended loads that met a write to other bytes than their own. Only
/// these end if the data are put apart.
struct FalsePart {
  double share = 0;       ///< 0..1
  bool estimated = false; ///< by who stores where; false = the recording tells it of each load
};

/// What the contended loads of a run waited for lines, by prices that were measured on a machine
/// (MachinePrices): the sum over all CPUs.
struct TransferTime {
  double transfers = 0;    ///< estimated number of contended loads
  double ns = 0;           ///< without those whose distance has no price
  double low_ns = 0;       ///< by the lower quartile of prices, and 95 % bounds of the number
  double high_ns = 0;      ///< likewise, by the upper ones
  double priced_share = 0; ///< of the transfers: those whose distance has a price, 0..1
};

/// What contention was seen to cost (rules/measured/cost).
struct FindingCost {
  std::uint64_t hitm = 0;
  double latency_share = 0; ///< of the cycles sampled in the whole recording, 0..1
  /// Contended samples (for first touch: loads from memory) that the reader's own socket or node
  /// answered, and that another one answered; each sample is counted once.
  std::uint64_t local = 0, remote = 0;
  CostBase base = CostBase::SampledCycles;
  /// These samples' latency as a share of `base` (first touch: the remote samples'); empty if not
  /// known, see `unknown`
  std::optional<Estimate> share;
  /// Of ending the contention; for false and mixed sharing, of putting the data apart.
  std::optional<ExpectedGain> gain;
  /// What stores to the finding's data waited for the line, as a share of `base`, beside `share`.
  /// Only simulation tells; else empty, and if no store waited.
  std::optional<Estimate> store_share = {};
  /// The contended loads by which a thread only waited, 0..1, at least (Access::spins); empty if
  /// none was seen to.
  std::optional<double> spin_share = {};
  std::optional<FalsePart> false_part; ///< empty without contended loads
  std::string unknown;                 ///< why there is no share: one sentence without a full stop
  /// Fractions of the contended samples by the distance between the reader's CPU and those that
  /// write the line; their sum is 1, or 0 if there are none.
  std::array<double, kCpuDistanceCount> distances{};
  /// Empty if the user gave no prices, or if none is for these distances.
  std::optional<TransferTime> transfer_time = {};
  /// Of CPU time, estimated by another recording of the program, by a clock
  /// (rules/join/ClockShares); empty if there is none, or if it hardly saw the finding's data.
  std::optional<Estimate> clock_share = {};

  /// What loads and stores waited, as a share of `base`; 0 if not known.
  [[nodiscard]] double waited() const;
  /// The part of the contended loads that ends with the remedy for this sharing, 0..1: the false
  /// part where data are put apart, else all.
  [[nodiscard]] double endingPart(Sharing sharing) const;
};

/// How the home node of a page is known, the most certain first.
enum class HomeEvidence : std::uint8_t {
  PhysicalAddress, ///< its physical address is in the node's memory
  Loads,           ///< loads were local for one node's CPUs only, or remote for all other nodes'
  FirstTouch,      ///< the first access seen is a store by a CPU of the node
};
inline constexpr std::size_t kHomeEvidenceCount =
    static_cast<std::size_t>(HomeEvidence::FirstTouch) + 1;

/// Where the pages live that a first-touch finding is about.
struct PagePlacement {
  /// Home of at least nine of ten pages; empty = none, or not known.
  std::optional<std::uint32_t> node;
  bool spread = false;     ///< several nodes are known to hold at least a tenth of the pages each
  std::uint64_t pages = 0; ///< pages seen
  std::uint64_t shared_pages = 0; ///< of these, pages that CPUs of several nodes load
  /// Number of those pages whose home is known, on any node; by HomeEvidence.
  std::array<std::uint64_t, kHomeEvidenceCount> known_by{};
};

/// Whether most pages are loaded from several nodes, so that no single node suits them. A page of
/// which one load was sampled counts as one node's.
[[nodiscard]] inline bool areShared(const PagePlacement &placement) {
  return 2 * placement.shared_pages > placement.pages;
}

struct RelatedPlace {
  Place place;
  std::string message;
};

/// `text` replaces the source from (line, column) up to, but not including, (end_line, end_column).
/// All are 1-based; columns count bytes.
struct Edit {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::uint32_t end_line = 0, end_column = 0;
  std::string text;
  bool operator==(const Edit &) const = default;
};

/// What can be done about a finding, the cheapest first.
enum class Remedy : std::uint8_t {
  AccumulateLocally, ///< sum in a local, store once
  TestBeforeWrite,   ///< store only where the value changes
  KeepCopy,        ///< what another thread writes is read again only when the reader's copy is old
  Batch,           ///< several steps at once
  PerThread,       ///< one instance for each thread
  Reorder,         ///< members with the same writer together
  Split,           ///< written members apart from those that are only read
  AlignMembers,    ///< a member on a line of its own
  AlignType,       ///< each element on lines of its own
  AlignAllocation, ///< the block starts where a line starts
  ShardPerCpu,     ///< one counter for each CPU or node, added up by who reads
  SplitLock,       ///< several locks, each for a part of what one guards; or held for less
  TouchInParallel, ///< the threads that use a page write it first
  Interleave,      ///< pages spread over the nodes
  RemovePadding,   ///< data that threads do not share needs none
  TuneAllocator,   ///< the allocator's own data: call it less, or use another or other settings
  LeaveAlone,      ///< separating would cost more than it gains
};

/// A member in a drawing of a record's layout.
struct LayoutMember {
  std::string name;
  std::uint64_t offset = 0, size = 0; ///< bytes
  std::vector<std::string> writers;   ///< as in FindingMember
};

/// The most that has been tried of edits, with success.
enum class EditTrial : std::uint8_t {
  None,
  Read,     ///< the units that see them compile, and the finding is gone when they are read again
  Recorded, ///< the program was built and recorded with them, and its contended loads are gone
};

/// One remedy, with its reason and its price.
struct Advice {
  Remedy remedy = Remedy::AlignMembers;
  std::string why;                               ///< one sentence without a full stop
  std::uint64_t size_before = 0, size_after = 0; ///< bytes of an instance; 0 = unknown
  std::uint64_t instances = 0;                   ///< number seen; 0 = unknown
  std::vector<LayoutMember> before, after;       ///< by offset; empty where nothing moves
  std::vector<Edit> edits;   ///< to be applied together; empty where no edit is safe
  std::string obstacle = {}; ///< why there are no edits, a clause; empty: there are, or never any
  EditTrial tried = EditTrial::None;
  std::string example = {}; ///< the edit in the author's language, where `edits` cannot give it
};

/// What the advice says, with what keeps a tool from making the edit.
[[nodiscard]] std::string explained(const Advice &advice);

/// What the source alone, or the measurement alone, says about a confirmed finding.
struct FindingSide {
  Verdict verdict = Verdict::Measured; ///< Measured or Latent
  std::string rule;
  Confidence confidence = Confidence::Low;
  Place location;
  std::string message;
};

/// What sources do not show of a finding and would have to, for it to be told (rules/evidence).
struct MissingLink {
  std::string link;   ///< stable: `often`
  std::string reason; ///< one clause without a full stop
  bool operator==(const MissingLink &) const = default;
};

/// A conclusion: which members share a line, who uses them, and what it costs.
struct Finding {
  std::uint32_t rank = 0; ///< 1-based
  std::string rule;       ///< a stable rule id, `fsfind-…`
  Verdict verdict = Verdict::Measured;
  Sharing sharing = Sharing::False;
  std::optional<Conflict> conflict; ///< empty where no writer is known
  /// Separate objects lie on one line because the allocator put them there.
  bool allocator_induced = false;
  std::optional<Alternation> alternation; ///< empty without contended loads
  Confidence confidence = Confidence::Low;
  std::vector<MissingLink> missing; ///< latent findings only: with any it is a suspect
  Place location;                   ///< may be unknown for objects without debug info
  std::vector<RelatedPlace> related;
  Object object;
  std::optional<RecordInfo> record;
  std::vector<FindingMember> members;
  /// Measured findings only, for planning layouts: members of the object, or variables, that
  /// threads write on other lines. Empty unless asked for (rules/measured/findings/QuietMembers.h);
  /// reports do not show it.
  std::vector<FindingMember> quiet_members;
  /// With `allocator_induced`: the objects are arrays, each in a block of its own.
  bool of_arrays = false;
  /// Measured findings on separate blocks of the heap only, for planning allocations: the calls
  /// that allocated them, each once. Empty if the recording does not tell all; reports do not show
  /// it.
  std::vector<Place> allocations;
  std::vector<std::uint64_t> lines; ///< addresses of the cachelines
  FindingCost cost;
  std::optional<PagePlacement> placement; ///< of measured first touch only
  /// Measured findings only: the ELF file whose code makes all samples, if the data are not seen to
  /// come from other sources than that code; else empty.
  std::string module;
  std::string message;
  std::vector<Advice> advice; ///< the best first
  /// Why there is no advice, and what would help all the same: without a full stop. Empty if there
  /// is advice.
  std::string no_advice;
  /// Confirmed findings only: measured ones by cost, then latent ones.
  std::vector<FindingSide> sides;
  /// Findings of sources that were asked of a recorded run only: its answer.
  std::optional<SeenInRun> run = {};

  /// The best advice that has edits; null if no edit is safe.
  [[nodiscard]] const Advice *editing() const;
  /// Its edits; empty if there is none.
  [[nodiscard]] const std::vector<Edit> &edits() const;
  /// Notes what has been tried of edits().
  void setTried(EditTrial trial);
};

/// A finding of sources that do not show all that it takes: a recording would tell.
[[nodiscard]] inline bool isSuspect(const Finding &finding) {
  return finding.verdict == Verdict::Latent && !finding.missing.empty();
}

[[nodiscard]] std::size_t countOf(const std::vector<Finding> &findings, Verdict verdict);

/// Derived from the members' writers and readers; empty for first touch, and if no writer is known.
[[nodiscard]] std::optional<Conflict> conflictOf(const Finding &finding);

} // namespace fsfind
