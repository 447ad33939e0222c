#pragma once

#include "rules/model/Facts.h"

#include <algorithm>

/// What remedies ask of the accesses that facts tell of.
namespace fsfind {

/// The declaration of what it leads to: the innermost member, else the variable; else unknown.
[[nodiscard]] Place declaredAt(const Facts &facts, const Designator &what);

/// The variable, or a member on the way, is declared there.
[[nodiscard]] bool leadsThrough(const Facts &facts, const Designator &what, const Place &declared);

/// The first access that fits; null if none does.
template <class Fits> const FactAccess *findAccess(const Facts &facts, const Fits &fits) {
  for (const FactFunction &function : facts.functions)
    if (const auto found = std::find_if(function.accesses.begin(), function.accesses.end(), fits);
        found != function.accesses.end())
      return &*found;
  return nullptr;
}

} // namespace fsfind
