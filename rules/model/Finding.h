#pragma once

#include "rules/model/Profile.h"

#include <array>

namespace fsfind {

enum class Verdict : std::uint8_t { Confirmed, Measured, Latent };
enum class Sharing : std::uint8_t {
  False,
  True,
  Mixed,
  FirstTouch, ///< none of cachelines: pages on a node that most users are not on
};
/// Whether several threads write what shares a line, or one writes what others read.
enum class Conflict : std::uint8_t { WriteWrite, ReadWrite };
enum class Confidence : std::uint8_t { High, Medium, Low };

/// A member (or a variable) that takes part in a finding.
struct FindingMember {
  std::string path; ///< member path; the variable's name where there is no member
  Place declared;
  std::uint64_t offset = 0;                  ///< from the object or element
  std::uint64_t size = 0;                    ///< 0 = unknown
  std::vector<std::string> readers, writers; ///< thread ids here; thread entries in `check`
  std::uint64_t hitm = 0;
  std::string type = {}; ///< of a variable that was measured; empty = unknown
  /// Of confirmed findings: thread entries that the source names, beside the ids above.
  std::vector<std::string> read_by = {}, written_by = {};
};

/// A share (0..1) and the range it is in with 95 % confidence, as far as sample counts decide.
struct Estimate {
  double value = 0, low = 0, high = 0;
};

/// What a cost is a share of.
enum class CostBase : std::uint8_t {
  CpuTime,       ///< Profile::cpu_cycles
  SampledCycles, ///< Profile::cost
};

/// What ending the contention can save. `share.value` and `share.low` assume that each contended
/// load takes as long as the recording's own loads from L1 and L2 (for first touch: that each
/// remote load takes as long as those from local memory), `share.high` that it costs nothing.
struct ExpectedGain {
  Estimate share;               ///< of the cost's base
  double contended_latency = 0; ///< mean of the contended (or remote) loads, cycles
  double hit_latency = 0;       ///< mean of the loads they would become, cycles
};

/// What contention was seen to cost (rules/cost).
struct FindingCost {
  std::uint64_t hitm = 0;
  double latency_share = 0; ///< of the cycles sampled in the whole recording, 0..1
  /// Contended samples (for first touch: loads from memory) answered from the reader's own socket
  /// or node, and from another; each once.
  std::uint64_t local = 0, remote = 0;
  CostBase base = CostBase::SampledCycles;
  std::optional<Estimate> share; ///< of their latency in the base (first touch: the remote ones');
                                 ///< empty = see `unknown`
  std::optional<ExpectedGain> gain;
  std::string unknown; ///< why there is no share: one sentence without a full stop
  /// Parts of the contended samples, by how far the CPUs are that write the line; sum 1 or 0.
  std::array<double, kCpuDistanceCount> distances{};
};

/// By what the home node of a page is known, the surest first.
enum class HomeEvidence : std::uint8_t {
  PhysicalAddress, ///< its physical address is in the node's memory
  Loads,           ///< for some CPUs its loads were local, for others remote
  FirstTouch,      ///< the first access seen is a store by a CPU of the node
};
inline constexpr std::size_t kHomeEvidenceCount =
    static_cast<std::size_t>(HomeEvidence::FirstTouch) + 1;

/// Where the pages live that a first-touch finding is about.
struct PagePlacement {
  std::optional<std::uint32_t> node; ///< of nine of ten pages at least; empty = not known
  bool spread = false;               ///< several nodes are known to have a tenth of the pages each
  std::uint64_t pages = 0;           ///< seen
  /// Those of them whose home is known, on whichever node; by HomeEvidence.
  std::array<std::uint64_t, kHomeEvidenceCount> known_by{};
};

struct RelatedPlace {
  Place place;
  std::string message;
};

/// Text that takes the place of what stands from (line, column) up to before (end_line,
/// end_column), all 1-based; columns count bytes.
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
  PerThread,         ///< one instance a thread
  Reorder,           ///< members of one writer together
  Split,             ///< what is written apart from what is read
  AlignMembers,      ///< a member on a line of its own
  AlignType,         ///< each element on lines of its own
  AlignAllocation,   ///< the block's begin on a line
  ShardPerCpu,       ///< one counter or lock a CPU or node
  TouchInParallel,   ///< who uses a page writes it first
  Interleave,        ///< pages spread over the nodes
  RemovePadding,     ///< what nobody shares needs none
  LeaveAlone,        ///< separating would cost more than it gains
};

/// A member in a drawing of a record's layout.
struct LayoutMember {
  std::string name;
  std::uint64_t offset = 0, size = 0; ///< bytes
  std::vector<std::string> writers;   ///< as in FindingMember
};

/// One remedy, with its reason and its price.
struct Advice {
  Remedy remedy = Remedy::AlignMembers;
  std::string why;                               ///< one sentence without a full stop
  std::uint64_t size_before = 0, size_after = 0; ///< bytes an instance; 0 = unknown
  std::uint64_t instances = 0;                   ///< seen; 0 = unknown
  std::vector<LayoutMember> before, after;       ///< by offset; empty where nothing moves
  std::vector<Edit> edits;  ///< that together do it; empty where no edit is safe
  std::string example = {}; ///< the edit in the author's language, where `edits` cannot give it
};

/// What source or measurement alone says of a finding that both have.
struct FindingSide {
  Verdict verdict = Verdict::Measured; ///< Measured or Latent
  std::string rule;
  Confidence confidence = Confidence::Low;
  Place location;
  std::string message;
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
  Confidence confidence = Confidence::Low;
  Place location; ///< may be unknown for objects without debug info
  std::vector<RelatedPlace> related;
  Object object;
  std::optional<RecordInfo> record;
  std::vector<FindingMember> members;
  std::vector<std::uint64_t> lines; ///< addresses of the cachelines
  FindingCost cost;
  std::optional<PagePlacement> placement; ///< of measured first touch only
  std::string message;
  std::vector<Advice> advice;     ///< the best first
  std::vector<FindingSide> sides; ///< of confirmed findings: measured by cost, then latent

  /// Those of the best advice that has any; empty where no edit is safe.
  [[nodiscard]] const std::vector<Edit> &edits() const;
};

[[nodiscard]] std::size_t countOf(const std::vector<Finding> &findings, Verdict verdict);

/// By the members' writers and readers; empty for what is no conflict over a cacheline.
[[nodiscard]] std::optional<Conflict> conflictOf(const Finding &finding);

} // namespace fsfind
