#pragma once

#include "rules/model/Facts.h"
#include "rules/program/Roles.h"

#include <algorithm>

/// Questions that remedies ask about places and accesses in facts.
namespace fsfind {

/// The place as the facts have it; unknown if they do not have its file.
[[nodiscard]] FactPlace placeIn(const Facts &facts, const Place &place);

/// Where the innermost member that `what` denotes, or else the variable, is declared; else unknown.
[[nodiscard]] Place declaredAt(const Facts &facts, const Designator &what);

/// Whether the variable, or a member on the way, is declared at `declared`.
[[nodiscard]] bool leadsThrough(const Facts &facts, const Designator &what, const Place &declared);

/// Whether other threads than main, and than unknown callers, execute the function.
[[nodiscard]] bool isOfThreads(const Roles &roles, FunctionIndex function);

/// The first access that fits; null if none does.
template <class Fits> const FactAccess *findAccess(const Facts &facts, const Fits &fits) {
  for (const FactFunction &function : facts.functions)
    if (const auto found = std::find_if(function.accesses.begin(), function.accesses.end(), fits);
        found != function.accesses.end())
      return &*found;
  return nullptr;
}

} // namespace fsfind
