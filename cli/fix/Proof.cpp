#include "cli/fix/Proof.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace fsfind::fix {

namespace {

/// What a finding is about: rule, file, and record or variable. Line and members do not count,
/// since an edit moves lines, and a finding that it leaves may be about fewer members.
using Subject = std::tuple<std::string, std::string, std::string>;

Subject subjectOf(const Finding &finding) {
  return {finding.rule, finding.location.file,
          finding.record ? finding.record->name : finding.object.name};
}

using Counts = std::map<Subject, std::size_t>;

Counts countsOf(const std::vector<Finding> &findings) {
  Counts counts;
  for (const Finding &finding : findings)
    ++counts[subjectOf(finding)];
  return counts;
}

analyzer::FileTexts textsOf(const Patch &patch) {
  analyzer::FileTexts texts;
  for (const FileChange &file : patch.files)
    for (const std::string &name : file.names)
      texts[name] = file.after();
  return texts;
}

std::string placeOf(const Finding &finding) {
  const Edit &edit = finding.edits().front();
  return fmt::format("{}:{}:{}", edit.file, edit.line, edit.column);
}

void forgetEdits(Finding &finding) {
  for (Advice &advice : finding.advice)
    advice.edits.clear();
}

constexpr const char *kDoesNotCompile = "the edit does not compile: ";

class Prover {
public:
  Prover(const Outcome &before, const Trial &trial)
      : contents_(before.contents), trial_(trial),
        known_(before.troubles.begin(), before.troubles.end()), findings_(before.findings) {}

  Expected<ProvenPatch> run() {
    FSFIND_CHECK(refuseWhatBreaks(withEdits()));
    while (interrupted_ == 0) {
      Patch patch = patchOf(findings_, contents_);
      if (patch.files.empty())
        return result(std::move(patch));
      FSFIND_TRY(const Outcome after, tried(patch));
      if (interrupted_ != 0)
        break;
      if (refuseAllFor(newTrouble(after)) || refuseWhatStays(patch, after.findings))
        continue;
      countAnew(patch, after.findings);
      return result(std::move(patch));
    }
    return result({});
  }

private:
  using Positions = std::vector<std::size_t>;

  [[nodiscard]] Positions withEdits() const {
    Positions positions;
    for (std::size_t i = 0; i < findings_.size(); ++i)
      if (!findings_[i].edits().empty())
        positions.push_back(i);
    return positions;
  }

  /// Reading takes long, so the outcome of the last trial is kept: mostly all edits are well, and
  /// are asked for again.
  Expected<Outcome> tried(const Patch &patch) {
    analyzer::FileTexts texts = textsOf(patch);
    if (last_ && last_->first == texts)
      return last_->second;
    FSFIND_TRY(Outcome after, trial_(texts));
    interrupted_ = after.interrupted;
    last_ = {std::move(texts), after};
    return after;
  }

  /// The first line of trouble that the edits of these findings make; empty if they make none.
  Expected<std::string> troubleOf(const Positions &positions) {
    std::vector<Finding> some;
    for (const std::size_t i : positions)
      some.push_back(findings_[i]);
    const Patch patch = patchOf(some, contents_);
    if (patch.files.empty())
      return std::string();
    FSFIND_TRY(const Outcome after, tried(patch));
    return newTrouble(after);
  }

  [[nodiscard]] std::string newTrouble(const Outcome &after) const {
    for (const std::string &trouble : after.troubles)
      if (!known_.count(trouble))
        return trouble;
    return {};
  }

  /// Refuses the edits at these positions that do not compile. Tries all at once, which mostly
  /// succeeds, and halves the set if it fails.
  Expected<void> refuseWhatBreaks(const Positions &positions) {
    if (positions.empty() || interrupted_ != 0)
      return {};
    FSFIND_TRY(const std::string trouble, troubleOf(positions));
    if (trouble.empty())
      return {};
    if (positions.size() == 1) {
      refuse(positions.front(), kDoesNotCompile + trouble);
      return {};
    }
    const auto middle = positions.begin() + static_cast<std::ptrdiff_t>(positions.size() / 2);
    FSFIND_CHECK(refuseWhatBreaks({positions.begin(), middle}));
    return refuseWhatBreaks({middle, positions.end()});
  }

  /// Refuses all edits if there is trouble, which edits cause together that compile one by one.
  /// Returns whether there was any.
  bool refuseAllFor(const std::string &trouble) {
    if (trouble.empty())
      return false;
    for (const std::size_t i : withEdits())
      refuse(i, kDoesNotCompile + trouble);
    return true;
  }

  /// Refuses edits on subjects of which more findings are found afterwards than the patch leaves.
  /// Returns whether there were any.
  bool refuseWhatStays(const Patch &patch, const std::vector<Finding> &after) {
    const Counts left = countsOf(patch.remaining), wanted = countsOf(patch.ended);
    Counts found = countsOf(after);
    bool any = false;
    for (const std::size_t i : withEdits()) {
      const Subject subject = subjectOf(findings_[i]);
      const auto others = left.find(subject);
      if (!wanted.count(subject) || found[subject] <= (others == left.end() ? 0 : others->second))
        continue;
      refuse(i, "the edit does not end the finding");
      any = true;
    }
    return any;
  }

  void refuse(std::size_t position, const std::string &why) {
    refused_.push_back(placeOf(findings_[position]) + ": " + why);
    forgetEdits(findings_[position]);
  }

  /// Sorts findings into ended and remaining by what was found with the edits, which can end
  /// further findings, and reveal some that were hidden by others.
  void countAnew(Patch &patch, const std::vector<Finding> &after) const {
    Counts found = countsOf(after);
    std::vector<Finding> ended;
    for (const std::vector<Finding> *some : {&patch.remaining, &patch.ended})
      for (const Finding &finding : *some)
        if (std::size_t &count = found[subjectOf(finding)]; count == 0)
          ended.push_back(finding);
        else
          --count;
    patch.ended = std::move(ended);
    patch.remaining = after;
  }

  Expected<ProvenPatch> result(Patch patch) {
    patch.refused.insert(patch.refused.begin(), refused_.begin(), refused_.end());
    return ProvenPatch{std::move(patch), interrupted_};
  }

  const check::Contents &contents_;
  const Trial &trial_;
  std::set<std::string> known_;
  std::vector<Finding> findings_; ///< without the edits that were refused
  std::vector<std::string> refused_;
  std::optional<std::pair<analyzer::FileTexts, Outcome>> last_; ///< texts and what they gave
  int interrupted_ = 0;
};

} // namespace

Expected<ProvenPatch> provenPatch(const Outcome &before, const Trial &trial) {
  return Prover(before, trial).run();
}

} // namespace fsfind::fix
