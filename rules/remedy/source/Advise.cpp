#include "rules/remedy/source/Advise.h"

#include "rules/model/AuthorFrame.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace fsfind {

namespace {

/// In the order of preference among those of one kind.
constexpr std::array kRemedies = {
    leaveAlone,      countLocally,    separateMembers, alignElements, wrapElements, alignVariables,
    alignAllocation, alignPadded,     onePerThread,    poolPerThread, shard,        splitLock,
    batch,           testBeforeWrite, placePages,      removePadding,
};

/// An edit of a layout comes before one of a loop: it parts the data from whatever else uses them,
/// too.
int rank(const Advice &advice) {
  if (advice.remedy == Remedy::LeaveAlone)
    return 0;
  if (advice.edits.empty())
    return 3;
  return advice.remedy == Remedy::AccumulateLocally ? 2 : 1;
}

/// What a library declares, as a lock of pthreads, is laid out for all who use it.
void keepOutOfLibraries(Advice &advice) {
  if (std::none_of(advice.edits.begin(), advice.edits.end(),
                   [](const Edit &edit) { return isLibraryFile(edit.file); }))
    return;
  advice.edits.clear();
  advice.obstacle = "a library declares it, for others, too";
}

} // namespace

std::vector<Advice> advise(const Facts &facts, const Roles &roles, const Finding &finding,
                           std::uint32_t line_size) {
  return Adviser(facts, roles, line_size).on(finding);
}

std::vector<Advice> Adviser::on(const Finding &finding) const {
  const AdviceCase at{facts(), roles_, lookup_, inquiries_, finding, line_size_};
  std::vector<Advice> all;
  for (const auto &remedy : kRemedies) {
    std::vector<Advice> some = remedy(at);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  preferEdits(all);
  return all;
}

bool asksForSlots(const Finding &finding) {
  return finding.rule == kRulePerThreadSlots; // as wrapElements() and alignElements() do
}

void preferEdits(std::vector<Advice> &advice) {
  std::for_each(advice.begin(), advice.end(), keepOutOfLibraries);
  std::stable_sort(advice.begin(), advice.end(),
                   [](const Advice &a, const Advice &b) { return rank(a) < rank(b); });
  if (!advice.empty() && advice.front().remedy == Remedy::LeaveAlone)
    for (Advice &one : advice)
      one.edits.clear();
}

std::string whyNoAdvice(const FactLookup &lookup, const Finding &finding) {
  const std::string name = finding.record ? "'" + finding.record->name + "'" : "the record";
  const bool fields = finding.rule == kRuleAdjacentThreadFields;
  if (fields && finding.record) {
    const WrittenRecord target(lookup, finding.record->declared);
    if (target.known() && target.record().packed)
      return name + " is packed, so its layout is promised to a file, a message or a device: copy "
                    "it into an object of the program's own, and let threads use that";
  }
  return fields ? "no alignment written in " + name +
                      " parts them: they lie in one of its members or bases, or in a union; align "
                      "them where that type is defined, if all its objects may grow"
                : "the sources do not show where these data are defined, so neither do they show "
                  "where an alignment or a copy for each thread could be written";
}

} // namespace fsfind
