#include "rules/remedy/source/MadeObjects.h"

#include <algorithm>

namespace fsfind {

MadeObjects::MadeObjects(const Facts &facts) {
  std::size_t number = 0;
  for (const FactFunction &function : facts.functions)
    for (const FactAllocation &allocation : function.allocations)
      if (allocation.element)
        allocations_[*allocation.element].push_back({number++, &allocation});
  for (const FactVariable &variable : facts.variables)
    variables_[variable.type].push_back(&variable);
}

std::vector<const FactAllocation *> MadeObjects::allocations(const Fits &fits) const {
  std::vector<Numbered> found;
  for (const auto &[type, some] : allocations_)
    if (fits(type))
      found.insert(found.end(), some.begin(), some.end());
  std::sort(found.begin(), found.end(),
            [](const Numbered &a, const Numbered &b) { return a.number < b.number; });
  std::vector<const FactAllocation *> all;
  for (const Numbered &one : found)
    all.push_back(one.allocation);
  return all;
}

std::vector<const FactVariable *> MadeObjects::variables(const Fits &fits) const {
  std::vector<const FactVariable *> all;
  for (const auto &[type, some] : variables_)
    if (fits(type))
      all.insert(all.end(), some.begin(), some.end());
  return all;
}

} // namespace fsfind
