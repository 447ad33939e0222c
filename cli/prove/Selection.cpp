#include "cli/prove/Selection.h"

#include "rules/compare/Rates.h"
#include "rules/model/NumberText.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind::prove {

namespace {

/// Too few contended loads to show that an edit takes them away.
bool tooFew(std::uint64_t loads) {
  return !compareRates({loads, 1}, {0, 1}, kConfidence).significant;
}

bool pays(std::uint64_t before, std::uint64_t after) {
  return after < before - before / 2 &&
         compareRates({before, 1}, {after, 1}, kConfidence).significant;
}

/// Whether other data have taken over at least half of what the findings' data have lost.
bool moves(const Trial &before, const Trial &after, const std::vector<Finding> &findings) {
  const std::uint64_t own_before = loadsOf(before, findings), own_after = loadsOf(after, findings);
  const std::uint64_t others_before = loadsOf(before) - own_before,
                      others_after = loadsOf(after) - own_after;
  return others_after > others_before && own_after < own_before &&
         compareRates({own_before, 1}, {own_after, 1}, kConfidence).significant &&
         2 * (others_after - others_before) > own_before - own_after;
}

std::string movedText(const Trial &before, const Trial &after,
                      const std::vector<Finding> &findings) {
  const std::vector<Worsened> worse = worsened(before, after, findings);
  if (worse.empty())
    return "other data are contended instead";
  return fmt::format("{} is contended instead: {} loads, {} before", worse.front().name,
                     grouped(worse.front().after), grouped(worse.front().before));
}

class Selector {
public:
  Selector(const std::vector<Finding> &findings, const Baseline &before, const Attempt &attempt)
      : before_(before), attempt_(attempt) {
    for (const Finding &finding : findings)
      tried_.push_back({finding, loadsOf(before.trial, finding), 0, {}, {}});
  }

  Expected<Selection> run() {
    leaveOutCold();
    FSFIND_TRY(const bool together, tryTogether());
    if (!together)
      FSFIND_CHECK(tryApart());
    return result();
  }

private:
  [[nodiscard]] std::vector<Finding> open() const {
    std::vector<Finding> findings;
    for (const Tried &one : tried_)
      if (one.proved())
        findings.push_back(one.finding);
    return findings;
  }

  void leaveOutCold() {
    for (Tried &one : tried_)
      if (tooFew(one.before)) {
        one.after = one.before;
        one.cold = true;
        one.against = coldText(one.before);
        cold_.push_back(&one);
      }
  }

  [[nodiscard]] std::string coldText(std::uint64_t loads) const {
    if (const std::uint64_t others = unnamedLoadsOf(before_.trial); !tooFew(others))
      return fmt::format("whether its data are contended is not known: {} contended loads have no "
                         "name, which debug information of the build (-g) gives",
                         grouped(others));
    return loads == 0 ? "its data are not contended when the program runs"
                      : "its data are hardly contended when the program runs";
  }

  /// Threads that no longer meet at some data may meet at others, which were left out as cold:
  /// these edits are needed, too. False if there are none.
  bool takeInWarmed(const Trial &after) {
    return std::erase_if(cold_, [&](Tried *one) {
             const std::uint64_t loads = loadsOf(after, one->finding);
             if (tooFew(loads))
               return false;
             one->before = loads;
             one->cold = false;
             one->against.clear();
             return true;
           }) > 0;
  }

  /// Tries what is left together, then again without what did not pay. Whether that was enough.
  Expected<bool> tryTogether() {
    constexpr int kRounds = 2;
    for (int round = 1;; ++round) {
      const std::vector<Finding> findings = open();
      if (findings.empty())
        return true;
      FSFIND_TRY(Trial after, attempt_(findings));
      if (!problemOf(before_, after).empty())
        return false;
      if (moves(before_.trial, after, findings)) {
        if (!takeInWarmed(after))
          return false;
        continue;
      }
      if (!anyFails(after))
        return accept(std::move(after));
      if (round == kRounds)
        return false;
      takeBackFailing(after);
    }
  }

  bool accept(Trial after) {
    after_ = std::move(after);
    for (Tried &one : tried_)
      if (one.proved())
        one.after = loadsOf(after_, one.finding);
    return true;
  }

  [[nodiscard]] bool anyFails(const Trial &after) const {
    return std::any_of(tried_.begin(), tried_.end(), [&](const Tried &one) {
      return one.proved() && !pays(one.before, loadsOf(after, one.finding));
    });
  }

  void takeBackFailing(const Trial &after) {
    for (Tried &one : tried_)
      if (one.proved()) {
        one.after = loadsOf(after, one.finding);
        one.against = shortfall(one.before, one.after);
      }
  }

  static std::string shortfall(std::uint64_t before, std::uint64_t after) {
    if (pays(before, after))
      return {};
    return fmt::format("{} contended loads are left of {}", grouped(after), grouped(before));
  }

  /// Each of those that are left on top of those that paid, the most contended first.
  Expected<void> tryApart() {
    std::vector<Tried *> order;
    for (Tried &one : tried_)
      if (one.proved())
        order.push_back(&one);
    std::stable_sort(order.begin(), order.end(),
                     [](const Tried *a, const Tried *b) { return a->before > b->before; });
    after_ = before_.trial;
    std::vector<Finding> kept;
    for (Tried *one : order) {
      std::vector<Finding> wanted = kept;
      wanted.push_back(one->finding);
      FSFIND_TRY(Trial after, attempt_(wanted));
      one->after = loadsOf(after, one->finding);
      one->against = problemOf(before_, after);
      one->said = after.said;
      if (!one->against.empty())
        one->after = one->before;
      else if (moves(after_, after, wanted))
        one->against = movedText(after_, after, wanted);
      else
        one->against = shortfall(loadsOf(after_, one->finding), one->after);
      if (!one->proved())
        continue;
      kept = std::move(wanted);
      after_ = std::move(after);
    }
    for (Tried &one : tried_)
      if (one.proved())
        one.after = loadsOf(after_, one.finding);
    return {};
  }

  Selection result() {
    Selection selection;
    const std::vector<Finding> proved = open();
    selection.after = proved.empty() ? before_.trial : std::move(after_);
    selection.worsened = worsened(before_.trial, selection.after, proved);
    selection.tried = std::move(tried_);
    return selection;
  }

  const Baseline &before_;
  const Attempt &attempt_;
  std::vector<Tried> tried_;
  std::vector<Tried *> cold_; ///< of `tried_`: left out
  Trial after_;
};

} // namespace

Expected<Selection> select(const std::vector<Finding> &findings, const Baseline &before,
                           const Attempt &attempt) {
  return Selector(findings, before, attempt).run();
}

} // namespace fsfind::prove
