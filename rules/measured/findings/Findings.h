#pragma once

#include "rules/measured/findings/FindingDraft.h"
#include "rules/measured/findings/Judge.h"
#include "rules/measured/findings/UnnamedDraft.h"
#include "rules/measured/usage/Significance.h"

#include <map>
#include <vector>

namespace fsfind {

/// Makes findings of lines: decides which rule the samples of a line support, and gathers lines by
/// variable (or set of neighbouring variables). Contention that no rule explains becomes a finding
/// about bytes.
class Findings {
public:
  /// Lines that were written and then only read, and the contended loads on them.
  struct HandedOver {
    std::size_t lines = 0;
    std::uint64_t loads = 0;
  };

  explicit Findings(const Profile &profile) : profile_(profile), identities_(profile) {}

  /// Adds a line, in any order. `store_evidence`: its stores alone prove contention.
  void add(const Line &line, const LineUsage &usage, bool store_evidence);
  /// To be called when all lines have been added: decides the lines that only their neighbours in
  /// the same variable can explain.
  void settle(bool show_all);

  /// How many findings there are, shown or not.
  [[nodiscard]] std::size_t count() const { return drafts_.size() + unnamed_.size(); }
  /// The findings by estimated cost, then HITM. Unless `show_all`, leaves out those below
  /// kShownShare of all contended samples, those that do not reach the SignificanceFloor, and those
  /// on lines that were handed over.
  [[nodiscard]] std::vector<Finding> ranked(bool show_all) const;
  /// What no finding of `ranked` has.
  [[nodiscard]] HandedOver handedOver(bool show_all) const;

private:
  using Variables = std::vector<std::uint32_t>;
  struct Postponed {
    const Line *line;
    bool store_evidence;
  };

  [[nodiscard]] bool isShown(const Tally &tally, const SignificanceFloor &floor) const;
  [[nodiscard]] std::vector<Identity> identitiesOf(const LineUsage &usage);
  void judge(const UsedLine &used, const Variables &variables);

  // These return whether they found anything.
  bool judgeVariable(const UsedLine &used, std::uint32_t variable);
  bool judgeNeighbours(const UsedLine &used, const Variables &variables);
  bool addToVariable(const UsedLine &used, std::uint32_t variable);

  void judgeBytes(const UsedLine &used);
  void note(const UsedLine &used, std::string_view rule, const Variables &variables,
            Sharing sharing);
  /// The contended samples of the drafts that lines with these variables belong to.
  [[nodiscard]] std::uint64_t contendedOf(const Variables &variables) const;

  const Profile &profile_;
  Identities identities_;
  std::map<Variables, FindingDraft> drafts_;
  std::map<UnnamedDraft::Key, UnnamedDraft> unnamed_;
  /// Lines by their variables: those of which simulation tells that they were handed over, and
  /// those of one variable whose own samples are too few for a verdict.
  std::map<Variables, std::vector<Postponed>> handed_over_, undecided_;
  HandedOver left_out_;
  std::uint64_t contended_ = 0;
};

} // namespace fsfind
