#include "cli/prove/Selection.h"

#include "rules/compare/Rates.h"
#include "rules/model/NumberText.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace fsfind::prove {

namespace {

/// Too few contended loads to show that an edit takes them away.
bool tooFew(std::uint64_t loads) {
  return !compareRates({loads, 1}, {0, 1}, kConfidence).significant;
}

/// Of what it is a fall of: an edit takes memory, so that less does not pay.
constexpr double kLeastGain = 0.05;

bool falls(const TimeChange &change) {
  return change.shown && change.ratio <= 1 - kLeastGain;
}

bool rises(const TimeChange &change) {
  return change.shown && change.ratio > 1;
}

/// Whether the finding's data cost less.
bool pays(const Trial &before, const Trial &after, const Finding &finding) {
  return falls(changeOf(before, after, std::vector<Finding>{finding}));
}

/// Whether edits of these findings, and of no others, make the program cheaper, if not their data.
bool paysElsewhere(const Trial &before, const Trial &after, const std::vector<Finding> &findings) {
  return falls(changeOf(before, after)) &&
         std::none_of(findings.begin(), findings.end(), [&](const Finding &finding) {
           return rises(changeOf(before, after, std::vector<Finding>{finding}));
         });
}

/// Whether less than half of what the findings' data save is left in the whole program.
bool moves(const Trial &before, const Trial &after, const std::vector<Finding> &findings) {
  const TimeChange own = changeOf(before, after, findings), all = changeOf(before, after);
  return falls(own) && 2 * all.before * (1 - all.low) < own.before - own.after;
}

Measured measured(const Trial &trial, const Finding &finding) {
  return {loadsOf(trial, finding), costOf(trial, std::vector<Finding>{finding})};
}

/// `1,200 cycles, 1,100 with the edit`; contended loads where there are no latencies.
std::string changeText(const TimeChange &change, const Trial &before) {
  return fmt::format("{} {}, {} with the edit", grouped(static_cast<std::uint64_t>(change.before)),
                     costOf(before) != 0 ? "cycles" : "contended loads",
                     grouped(static_cast<std::uint64_t>(change.after)));
}

std::string movedText(const Trial &before, const Trial &after,
                      const std::vector<Finding> &findings) {
  const std::vector<Worsened> worse = worsened(before, after, findings);
  const std::string all = "the whole program takes " + changeText(changeOf(before, after), before);
  if (worse.empty())
    return all;
  return fmt::format("{} is contended instead: {} loads, {} before; {}", worse.front().name,
                     grouped(worse.front().after), grouped(worse.front().before), all);
}

class Selector {
public:
  Selector(const std::vector<Finding> &findings, const Baseline &before, const Attempt &attempt)
      : before_(before), attempt_(attempt) {
    for (const Finding &finding : findings)
      tried_.push_back({finding, measured(before.trial, finding), {}, {}, {}});
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
      if (tooFew(one.before.loads)) {
        one.after = one.before;
        one.cold = true;
        one.against = coldText(one.before.loads);
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
             const Measured now = measured(after, one->finding);
             if (tooFew(now.loads))
               return false;
             one->before = now;
             warmed_[one] = after;
             one->cold = false;
             one->against.clear();
             return true;
           }) > 0;
  }

  /// What the finding's data are compared with when all are tried together.
  [[nodiscard]] const Trial &without(const Tried &one) const {
    const auto found = warmed_.find(&one);
    return found == warmed_.end() ? before_.trial : found->second;
  }

  /// Tries what is left together, then again without what did not pay. Whether that was enough.
  Expected<bool> tryTogether() {
    for (;;) {
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
      const std::vector<Tried *> failing = failingIn(after);
      if (failing.empty())
        return accept(std::move(after));
      return tryWithout(failing, std::move(after));
    }
  }

  /// Tries what is left without these, which did not pay in the trial of all.
  Expected<bool> tryWithout(const std::vector<Tried *> &failing, Trial all) {
    std::vector<Finding> taken_back;
    for (Tried *one : failing) {
      taken_back.push_back(one->finding);
      one->after = measured(all, one->finding);
      one->against = shortfall(without(*one), all, one->finding);
    }
    const std::vector<Finding> findings = open();
    Trial rest = before_.trial;
    if (!findings.empty()) {
      FSFIND_TRY(rest, attempt_(findings));
      if (!problemOf(before_, rest).empty())
        return false;
    }
    if (paysElsewhere(rest, all, taken_back)) {
      for (Tried *one : failing)
        one->against.clear();
      return accept(std::move(all));
    }
    if (moves(before_.trial, rest, findings) || !failingIn(rest).empty())
      return false;
    return accept(std::move(rest));
  }

  bool accept(Trial after) {
    after_ = std::move(after);
    for (Tried &one : tried_)
      if (one.proved())
        one.after = measured(after_, one.finding);
    return true;
  }

  /// Those that are left and do not pay.
  [[nodiscard]] std::vector<Tried *> failingIn(const Trial &after) {
    std::vector<Tried *> failing;
    for (Tried &one : tried_)
      if (one.proved() && !pays(without(one), after, one.finding))
        failing.push_back(&one);
    return failing;
  }

  static std::string shortfall(const Trial &before, const Trial &after, const Finding &finding) {
    return fmt::format("its data take {}, which is no fall beyond the spread between recordings",
                       changeText(changeOf(before, after, std::vector<Finding>{finding}), before));
  }

  /// Each of those that are left on top of those that paid, the most contended first.
  Expected<void> tryApart() {
    std::vector<Tried *> order;
    for (Tried &one : tried_)
      if (one.proved())
        order.push_back(&one);
    std::stable_sort(order.begin(), order.end(), [](const Tried *a, const Tried *b) {
      return a->before.loads > b->before.loads;
    });
    after_ = before_.trial;
    std::vector<Finding> kept;
    for (Tried *one : order) {
      std::vector<Finding> wanted = kept;
      wanted.push_back(one->finding);
      FSFIND_TRY(Trial after, attempt_(wanted));
      one->after = measured(after, one->finding);
      one->against = problemOf(before_, after);
      one->said = after.said;
      if (!one->against.empty())
        one->after = one->before;
      else if (moves(after_, after, wanted))
        one->against = movedText(after_, after, wanted);
      else if (!pays(after_, after, one->finding) && !paysElsewhere(after_, after, {one->finding}))
        one->against = shortfall(after_, after, one->finding);
      if (!one->proved())
        continue;
      kept = std::move(wanted);
      after_ = std::move(after);
    }
    for (Tried &one : tried_)
      if (one.proved())
        one.after = measured(after_, one.finding);
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
  /// Those of `cold_` that were taken in later, and the trial in which they were contended.
  std::map<const Tried *, Trial> warmed_;
  Trial after_;
};

} // namespace

Expected<Selection> select(const std::vector<Finding> &findings, const Baseline &before,
                           const Attempt &attempt) {
  return Selector(findings, before, attempt).run();
}

} // namespace fsfind::prove
