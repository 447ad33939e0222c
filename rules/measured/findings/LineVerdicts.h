#pragma once

#include "rules/measured/findings/UsedLine.h"
#include "rules/measured/usage/Alternation.h"
#include "rules/measured/usage/TakenLoads.h"
#include "rules/model/RuleIds.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind {

/// What the samples of one line support.
struct LineVerdict {
  std::string_view rule;
  Sharing sharing; ///< by the bytes that threads use
};

/// What the lines of one finding say together. Lines of one datum may support different rules, and
/// be shared in different ways: the contended samples decide.
class LineVerdicts {
public:
  explicit LineVerdicts(const Profile &profile) : profile_(profile) {}

  /// `part_of[c]`: cell c of the line belongs to the finding. Without a `verdict` the line's
  /// samples are too few for one.
  void addLine(const UsedLine &used, const std::vector<bool> &part_of,
               const std::optional<LineVerdict> &verdict);

  /// The rule with most samples that fits the sharing; of mixed sharing one whose remedy puts data
  /// apart, if this is worth it.
  [[nodiscard]] std::string_view rule() const;
  [[nodiscard]] Sharing sharing() const;
  /// Enters the false part, and limits the gain to it where putting the data apart is the remedy.
  void limitGain(FindingCost &cost) const;
  /// Empty without contended loads.
  [[nodiscard]] std::optional<Alternation> alternation() const { return alternation_.verdict(); }

  /// What a message must add: the false part of mixed sharing, and doubts that it is sharing.
  [[nodiscard]] std::string text() const;

private:
  const Profile &profile_;
  std::map<std::string_view, std::uint64_t> rules_; ///< samples that support it
  std::optional<Sharing> by_bytes_;
  bool write_apart_ = false; ///< on a line of mixed sharing whose loads are estimated
  TakenLoads taken_;
  AlternationEvidence alternation_;
};

} // namespace fsfind
