#include "cli/fix/Proof.h"

#include "cli/check/Files.h"
#include "cli/fix/FindingMatch.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace fsfind::fix {

namespace {

analyzer::FileTexts textsOf(const Patch &patch) {
  analyzer::FileTexts texts;
  for (const FileChange &file : patch.files)
    for (const std::string &name : file.names)
      texts[check::absolutePath(name)] = file.after();
  return texts;
}

std::string placeOf(const Finding &finding) {
  const Edit &edit = finding.edits().front();
  return fmt::format("{}:{}:{}", edit.file, edit.line, edit.column);
}

/// Of the advice that a patch takes the edits of; those of the next best advice are left.
void forgetEdits(Finding &finding) {
  const auto taken = std::find_if(finding.advice.begin(), finding.advice.end(),
                                  [](const Advice &advice) { return !advice.edits.empty(); });
  if (taken != finding.advice.end())
    taken->edits.clear();
}

std::string inWords(const Finding &added) {
  return fmt::format("the edit makes another finding: {}:{}: {} [{}]", added.location.file,
                     added.location.line, added.message, added.rule);
}

/// The findings with those that collided before the others.
Outcome withFirst(const std::vector<Collision> &collided, const Outcome &before) {
  std::set<Subject> preferred;
  for (const Collision &one : collided)
    preferred.insert(subjectOf(one.finding));
  Outcome reordered = before;
  std::stable_partition(
      reordered.findings.begin(), reordered.findings.end(),
      [&](const Finding &finding) { return preferred.contains(subjectOf(finding)); });
  return reordered;
}

class Prover {
public:
  Prover(const Outcome &before, const Trial &trial)
      : before_(before), trial_(trial), known_(before.troubles.begin(), before.troubles.end()),
        accepted_(before.findings), findings_(before.findings) {}

  Expected<ProvenPatch> run() {
    FSFIND_CHECK(refuseWhatHarms(withEdits()));
    while (interrupted_ == 0) {
      Patch patch = patchOf(findings_, before_.contents);
      if (patch.files.empty())
        return result(std::move(patch));
      FSFIND_TRY(const Outcome after, tried(patch));
      if (interrupted_ != 0)
        break;
      if (refuseAllFor(harmOf(withEdits(), after)))
        continue;
      FSFIND_TRY(const bool refused, refuseWhatStays(patch, after.findings));
      if (refused)
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

  /// What the sources are with the edits of these findings; none if there is nothing to edit.
  Expected<std::optional<Outcome>> outcomeOf(const Positions &positions) {
    std::vector<Finding> some;
    for (const std::size_t i : positions)
      some.push_back(findings_[i]);
    const Patch patch = patchOf(some, before_.contents);
    if (patch.files.empty())
      return std::optional<Outcome>();
    FSFIND_TRY(Outcome after, tried(patch));
    return std::optional(std::move(after));
  }

  /// What speaks against the edits at these positions: an error, or another finding that is at
  /// least as certain as one that they are to end. Empty if nothing does.
  [[nodiscard]] std::string harmOf(const Positions &positions, const Outcome &after) const {
    for (const std::string &trouble : after.troubles)
      if (!known_.count(trouble))
        return "the edit does not compile: " + trouble;
    for (const Finding &added : unmatched(after.findings, accepted_))
      if (std::any_of(positions.begin(), positions.end(),
                      [&](std::size_t i) { return added.confidence <= findings_[i].confidence; }))
        return inWords(added);
    return {};
  }

  /// Refuses the edits at these positions that do harm. Tries all at once, which mostly succeeds,
  /// and halves the set if it fails. A single finding's next best edits are tried as well.
  Expected<void> refuseWhatHarms(const Positions &positions) {
    if (positions.empty() || interrupted_ != 0)
      return {};
    FSFIND_TRY(const std::optional<Outcome> after, outcomeOf(positions));
    if (!after || interrupted_ != 0)
      return {};
    const std::string harm = harmOf(positions, *after);
    if (harm.empty()) {
      for (Finding &added : unmatched(after->findings, accepted_))
        accepted_.push_back(std::move(added));
      return {};
    }
    if (positions.size() == 1) {
      refuse(positions.front(), harm);
      return refuseWhatHarms(positions);
    }
    const auto middle = positions.begin() + static_cast<std::ptrdiff_t>(positions.size() / 2);
    FSFIND_CHECK(refuseWhatHarms({positions.begin(), middle}));
    return refuseWhatHarms({middle, positions.end()});
  }

  /// Refuses all edits if they do harm together that they do not do one by one. Returns whether
  /// they do.
  bool refuseAllFor(const std::string &harm) {
    if (harm.empty())
      return false;
    for (const std::size_t i : withEdits())
      refuse(i, harm);
    return true;
  }

  /// Refuses edits on subjects of which more findings are found afterwards than the patch leaves.
  /// Returns whether there were any.
  Expected<bool> refuseWhatStays(const Patch &patch, const std::vector<Finding> &after) {
    const Counts left = countsOf(patch.remaining), wanted = countsOf(patch.ended);
    Counts found = countsOf(after);
    bool any = false;
    for (const std::size_t i : withEdits()) {
      const Subject subject = subjectOf(findings_[i]);
      const auto others = left.find(subject);
      if (!wanted.count(subject) || found[subject] <= (others == left.end() ? 0 : others->second))
        continue;
      refuse(i, "the edit does not end the finding");
      FSFIND_CHECK(refuseWhatHarms({i}));
      any = true;
    }
    return any;
  }

  /// Of a finding the first reason is told.
  void refuse(std::size_t position, const std::string &why) {
    reasons_.try_emplace(position, placeOf(findings_[position]) + ": " + why);
    forgetEdits(findings_[position]);
  }

  /// Sorts findings into ended, remaining and added by what was found with the edits, which can end
  /// further findings. All that were found before are counted, and none else.
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
    patch.added = unmatched(after, before_.findings);
    patch.remaining = unmatched(after, patch.added);
    const Counts remaining = countsOf(patch.remaining);
    std::set<std::string> settled;
    std::erase_if(patch.collided, [&](const Collision &one) {
      const bool has_ended = !remaining.contains(subjectOf(one.finding));
      if (has_ended)
        settled.insert(one.why);
      return has_ended;
    });
    std::erase_if(patch.refused, [&](const std::string &why) { return settled.contains(why); });
  }

  /// Says why edits were refused, of findings that no other edits could end.
  Expected<ProvenPatch> result(Patch patch) {
    std::vector<std::string> refused;
    for (const auto &[position, why] : reasons_)
      if (findings_[position].edits().empty())
        refused.push_back(why);
    patch.refused.insert(patch.refused.begin(), refused.begin(), refused.end());
    for (Finding &finding : patch.ended)
      finding.setTried(EditTrial::Read);
    return ProvenPatch{std::move(patch), interrupted_};
  }

  const Outcome &before_;
  const Trial &trial_;
  std::set<std::string> known_;
  std::vector<Finding> accepted_;              ///< findings that were there, or that edits may add
  std::vector<Finding> findings_;              ///< without the edits that were refused
  std::map<std::size_t, std::string> reasons_; ///< why edits were refused, by position
  std::optional<std::pair<analyzer::FileTexts, Outcome>> last_; ///< texts and what they gave
  int interrupted_ = 0;
};

} // namespace

Expected<ProvenPatch> provenPatch(const Outcome &before, const Trial &trial) {
  FSFIND_TRY(ProvenPatch first, Prover(before, trial).run());
  if (first.patch.collided.empty() || first.interrupted != 0)
    return first;
  const Outcome reordered = withFirst(first.patch.collided, before);
  FSFIND_TRY(ProvenPatch second, Prover(reordered, trial).run());
  if (second.interrupted != 0 || second.patch.ended.size() > first.patch.ended.size())
    return second;
  return first;
}

} // namespace fsfind::fix
