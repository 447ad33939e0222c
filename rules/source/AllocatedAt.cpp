#include "rules/source/AllocatedAt.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace fsfind {

namespace {

/// Declaration of the pointer or container that holds the memory; unknown if it has none.
Place declarationOf(const Facts &facts, const Designator &target) {
  for (auto step = target.steps.rbegin(); step != target.steps.rend(); ++step)
    if (step->kind == StepKind::Member && step->record.value() < facts.records.size() &&
        step->member < facts.record(step->record).members.size())
      return facts.place(facts.record(step->record).members[step->member].place);
  return target.variable ? facts.place(facts.variable(*target.variable).place) : Place{};
}

using Key = std::tuple<std::string, std::uint32_t, std::uint32_t>;

Key keyOf(const Place &place) {
  return {place.file, place.line, place.column};
}

} // namespace

void addAllocations(const Facts &facts, std::vector<Finding> &findings) {
  std::map<Key, std::optional<Frame>>
      only; ///< by the declaration; none: several places allocate for it
  for (const FactFunction &function : facts.functions)
    for (const FactAllocation &allocation : function.allocations) {
      const Place declared = declarationOf(facts, allocation.target);
      const Place place = facts.place(allocation.place);
      if (!declared.known() || !place.known())
        continue;
      const auto [known, fresh] = only.try_emplace(keyOf(declared), Frame{function.name, place});
      if (!fresh && known->second && known->second->place != place)
        known->second.reset();
    }
  for (Finding &finding : findings)
    if (finding.object.kind == ObjectKind::Heap && !finding.object.allocated.place.known())
      if (const auto found = only.find(keyOf(finding.object.declared));
          found != only.end() && found->second)
        finding.object.allocated = *found->second;
}

} // namespace fsfind
