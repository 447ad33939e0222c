#pragma once

#include "rules/measured/findings/FindingDraft.h"

#include <map>
#include <set>
#include <utility>

namespace fsfind {

/// Gathers the lines of a finding on bytes without names, or with one name for all: heap memory,
/// data of stripped or missing files, variables without a type. Which threads share a line is known
/// without names, so it is reported, with low confidence. Lines written from the same source place
/// are one finding, since an array on the heap has thousands.
class UnnamedDraft {
public:
  /// Equal for lines of one finding: mapping, variable (if known) and source place with most
  /// stores (with most contended loads, if no store was sampled).
  using Key = std::string;
  [[nodiscard]] static Key keyOf(const Profile &profile, const UsedLine &used);

  explicit UnnamedDraft(const Profile &profile) : profile_(profile), verdicts_(profile) {}

  /// Adds a line with all its used bytes.
  void add(const UsedLine &used, Sharing sharing);

  [[nodiscard]] const Tally &tally() const { return tally_; }
  [[nodiscard]] std::optional<Alternation> alternation() const { return verdicts_.alternation(); }
  /// The finding, without a rank.
  [[nodiscard]] Finding finish() const;

private:
  /// Bytes [first, second) of a line.
  using Bytes = std::pair<std::uint32_t, std::uint32_t>;
  struct Use {
    std::set<std::uint32_t> readers, writers, rare_writers; ///< thread ids
    std::uint64_t contended = 0;
  };

  void describe(const UsedLine &used);
  void noteAllocation(const Access &access);
  [[nodiscard]] Use useOf(const UsedLine &used, std::size_t cell) const;
  /// The line's used bytes as ranges that the same threads use; ascending.
  [[nodiscard]] std::vector<std::pair<Bytes, Use>> runs(const UsedLine &used) const;
  /// The offset in the line that members' offsets are counted from; wraps if it is negative.
  [[nodiscard]] std::uint64_t origin() const;
  [[nodiscard]] std::vector<FindingMember> members() const;
  [[nodiscard]] std::string memoryText() const;
  [[nodiscard]] std::string whatIsUnknown() const;
  [[nodiscard]] std::string message(const std::vector<FindingMember> &members) const;

  const Profile &profile_;
  LineVerdicts verdicts_;
  Object object_;
  std::string value_type_; ///< of values that nothing tells the object of; else empty
  std::string mapping_;
  std::optional<Frame> allocation_; ///< of all accesses so far; empty if they differ
  bool verified_ = true;
  std::map<Bytes, Use> uses_;
  SiteUses sites_;
  std::set<std::uint64_t> lines_;
  Tally tally_;
};

} // namespace fsfind
