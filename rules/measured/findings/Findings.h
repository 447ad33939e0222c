#pragma once

#include "rules/measured/findings/FindingDraft.h"
#include "rules/measured/findings/Judge.h"
#include "rules/measured/findings/LineJudge.h"
#include "rules/measured/findings/UnnamedDraft.h"
#include "rules/measured/usage/Significance.h"

#include <map>
#include <set>
#include <vector>

namespace fsfind {

/// Makes findings of lines: gathers them by variable (or set of neighbouring variables). Lines of
/// one variable that have no member in common are different data. Contention that no rule explains
/// becomes a finding about bytes.
class Findings {
public:
  /// Lines that were written and then only read, and the contended loads on them.
  struct HandedOver {
    std::size_t lines = 0;
    std::uint64_t loads = 0;
  };

  explicit Findings(const Profile &profile)
      : profile_(profile), floor_(profile), identities_(profile) {}

  /// Adds a line, in any order. `store_evidence`: its stores alone prove contention.
  void add(const Line &line, const LineUsage &usage, bool store_evidence);
  /// To be called once, when all lines have been added. Unless `show_all`, leaves out what was
  /// handed over.
  void settle(bool show_all);

  /// How many findings there are, shown or not.
  [[nodiscard]] std::size_t count() const { return drafts_.size() + unnamed_.size(); }
  /// The findings by estimated cost, then HITM. Unless all are to be shown, leaves out those below
  /// kShownShare of all contended samples, and those that do not reach the SignificanceFloor, but
  /// no hotter line than those that are shown.
  [[nodiscard]] std::vector<Finding> ranked() const;
  /// What no finding has.
  [[nodiscard]] HandedOver handedOver() const { return handed_over_; }

private:
  using Variables = std::vector<std::uint32_t>;
  struct AddedLine {
    const Line *line = nullptr;
    bool store_evidence = false;
    std::uint64_t contended = 0; ///< loads
    std::optional<LineVerdict> verdict;
    std::vector<std::uint32_t> members; ///< Identity::member of the variables' cells
  };
  using AddedLines = std::vector<AddedLine>;

  [[nodiscard]] std::vector<Identity> identitiesOf(const LineUsage &usage);
  template <class Use> void withUse(const AddedLine &added, Use use);
  void leaveOut(const AddedLines &lines);
  [[nodiscard]] AddedLines withoutHandedOver(AddedLines lines);
  /// Groups of lines that have members in common.
  [[nodiscard]] static std::vector<AddedLines> partsOf(const AddedLines &lines);
  void draftNamed(const Variables &variables, const AddedLines &added);
  void draftUnnamed();
  [[nodiscard]] bool isShown(const Tally &tally, std::uint64_t hottest) const;
  [[nodiscard]] std::uint64_t hottestShown() const;

  const Profile &profile_;
  SignificanceFloor floor_;
  bool show_all_ = false;
  Identities identities_;
  std::map<Variables, AddedLines> lines_;
  AddedLines unnamed_lines_; ///< those that no variable explains
  std::vector<FindingDraft> drafts_;
  std::map<UnnamedDraft::Key, UnnamedDraft> unnamed_;
  std::set<const Line *> left_out_; ///< counted in `handed_over_`
  HandedOver handed_over_;
  std::uint64_t contended_ = 0;
};

} // namespace fsfind
