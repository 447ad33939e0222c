#pragma once

#include "rules/model/Profile.h"

namespace fsfind {

enum class Verdict : std::uint8_t { Confirmed, Measured, Latent };
/// FirstTouch: a page's home, not a cacheline's bytes.
enum class Sharing : std::uint8_t { False, True, Mixed, FirstTouch };
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
  /// Of confirmed findings: thread entries that the source names, beside the ids above.
  std::vector<std::string> read_by = {}, written_by = {};
};

struct FindingCost {
  std::uint64_t hitm = 0;
  double latency_share = 0; ///< of the cycles sampled in the whole recording, 0..1
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
