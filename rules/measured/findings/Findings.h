#pragma once

#include "rules/measured/findings/FindingDraft.h"
#include "rules/measured/findings/Judge.h"
#include "rules/measured/findings/UnnamedDraft.h"
#include "rules/measured/usage/Significance.h"

#include <tuple>

namespace fsfind {

/// Draws findings from lines: which rule the samples support on each, one finding a rule and
/// variable (or set of neighbouring variables); what no rule explains, as the bytes that show it.
class Findings {
public:
  explicit Findings(const Profile &profile) : profile_(profile), identities_(profile) {}

  /// Lines may come in any order. `store_evidence`: the line's stores alone show contention.
  void add(const Line &line, const LineUsage &usage, bool store_evidence);

  /// How many there are, shown or not.
  [[nodiscard]] std::size_t count() const { return drafts_.size() + unnamed_.size(); }
  /// By estimated cost, then HITM. Leaves out what is below kShownShare of all contended samples
  /// and what does not reach the floor of significance, unless `show_all`.
  [[nodiscard]] std::vector<Finding> ranked(bool show_all) const;

private:
  using Variables = std::vector<std::uint32_t>;
  using Key = std::pair<std::string_view, Variables>;

  [[nodiscard]] bool isShown(const Tally &tally, const SignificanceFloor &floor) const;

  // These tell whether they noted anything.
  bool judgeVariable(const UsedLine &used, std::uint32_t variable);
  bool judgeNeighbours(const UsedLine &used, const Variables &variables);
  void judgeBytes(const UsedLine &used);
  void note(const UsedLine &used, std::string_view rule, const Variables &variables,
            Sharing sharing);

  const Profile &profile_;
  Identities identities_;
  std::map<Key, FindingDraft> drafts_;
  std::map<UnnamedDraft::Key, UnnamedDraft> unnamed_;
  std::uint64_t contended_ = 0;
};

} // namespace fsfind
