#pragma once

#include "rules/measured/findings/FindingDraft.h"
#include "rules/measured/findings/Judge.h"
#include "rules/measured/findings/UnnamedDraft.h"
#include "rules/measured/usage/Significance.h"

#include <tuple>

namespace fsfind {

/// Makes findings of lines: decides which rule the samples of a line support, and gathers lines by
/// rule and variable (or set of neighbouring variables). Contention that no rule explains becomes a
/// finding about bytes.
class Findings {
public:
  explicit Findings(const Profile &profile) : profile_(profile), identities_(profile) {}

  /// Adds a line, in any order. `store_evidence`: its stores alone prove contention.
  void add(const Line &line, const LineUsage &usage, bool store_evidence);

  /// How many findings there are, shown or not.
  [[nodiscard]] std::size_t count() const { return drafts_.size() + unnamed_.size(); }
  /// The findings by estimated cost, then HITM. Unless `show_all`, leaves out those below
  /// kShownShare of all contended samples, and those that do not reach the SignificanceFloor.
  [[nodiscard]] std::vector<Finding> ranked(bool show_all) const;

private:
  using Variables = std::vector<std::uint32_t>;
  using Key = std::pair<std::string_view, Variables>;

  [[nodiscard]] bool isShown(const Tally &tally, const SignificanceFloor &floor) const;

  // The first two return whether they found anything.
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
