#include "rules/remedy/source/Accesses.h"

#include <algorithm>

namespace fsfind {

Place declaredAt(const Facts &facts, const Designator &what) {
  return facts.place(declarationOf(facts, what));
}

std::vector<SeenAccess> accessesTo(const FactLookup &lookup, const Place &declared) {
  const FactPlace place = lookup.declared.place(declared);
  std::vector<SeenAccess> all;
  if (place.known() || !declared.known()) // not in a file that the facts do not have
    for (const auto &[_, one] : lookup.accesses.to(place))
      all.push_back(one);
  return all;
}

std::vector<SeenAccess> accessesThrough(const FactLookup &lookup, const Place &declared) {
  const FactPlace place = lookup.declared.place(declared);
  return place.known() ? lookup.accesses.through({place}) : std::vector<SeenAccess>();
}

bool isOfThreads(const Roles &roles, FunctionIndex function) {
  const auto reached = roles.of(function);
  return std::any_of(reached.begin(), reached.end(),
                     [](const Execution &execution) { return isStarted(execution.role); });
}

} // namespace fsfind
