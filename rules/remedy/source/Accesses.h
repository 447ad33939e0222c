#pragma once

#include "rules/program/Roles.h"
#include "rules/remedy/source/FactLookup.h"

#include <vector>

/// Questions that remedies ask about places and accesses in facts.
namespace fsfind {

/// Where the innermost member that `what` denotes, or else the variable, is declared; else unknown.
[[nodiscard]] Place declaredAt(const Facts &facts, const Designator &what);

/// The accesses of which declaredAt() is the place, in the order of the facts.
[[nodiscard]] std::vector<SeenAccess> accessesTo(const FactLookup &lookup, const Place &declared);
/// The accesses to the variable or member declared there, or to what is reached by it; in the order
/// of the facts.
[[nodiscard]] std::vector<SeenAccess> accessesThrough(const FactLookup &lookup,
                                                      const Place &declared);

/// Whether other threads than main, and than unknown callers, execute the function.
[[nodiscard]] bool isOfThreads(const Roles &roles, FunctionIndex function);

/// The first of accessesTo() that fits; null if none does.
template <class Fits>
const FactAccess *findAccess(const FactLookup &lookup, const Place &declared, const Fits &fits) {
  for (const SeenAccess &one : accessesTo(lookup, declared))
    if (fits(*one.access))
      return one.access;
  return nullptr;
}

} // namespace fsfind
