#include "rules/join/SlotsInTerms.h"

#include "rules/join/SlotArray.h"
#include "rules/model/RuleIds.h"

#include <algorithm>

namespace fsfind {

std::optional<SlotsInTerms> slotsInTerms(const TermsDraft &draft, const Finding &measured,
                                         const FactLookup &lookup, const FileMatch &files) {
  SlotsInTerms told{draft.begin(kRulePerThreadSlots), {}};
  Finding &finding = told.finding;
  for (const UsedDatum &one : usedData(measured)) {
    FindingMember &member = finding.members.emplace_back(one.member);
    member.declared = {};
    told.of_array.push_back(false);
    if (member.writers.empty())
      continue;
    const auto array = slotArrayOf(measured, one.member, lookup, files);
    if (array && array->byInnerIndex(lookup))
      return std::nullopt;
    told.of_array.back() = array.has_value();
    told.written_beside |= !array;
    if (!array)
      continue;
    member.path = array->name;
    member.declared = lookup.facts.place(array->slots->place);
    member.size = array->slots->size;
  }
  const auto hottest =
      std::find_if(finding.members.begin(), finding.members.end(),
                   [](const FindingMember &member) { return member.declared.known(); });
  if (hottest == finding.members.end())
    return std::nullopt;
  finding.object.name = hottest->path;
  finding.object.size = hottest->size;
  finding.location = hottest->declared;
  return told;
}

} // namespace fsfind
