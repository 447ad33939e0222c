#pragma once

#include "rules/model/Facts.h"

#include <unordered_map>

namespace fsfind {

/// Where the innermost member that `what` denotes, or else the variable, is declared; else unknown.
[[nodiscard]] FactPlace declarationOf(const Facts &facts, const Designator &what);

/// The data that loops change by accumulations (FactAccess::accumulates), found once for all
/// findings: looking through the facts for each finding takes too long in a large program.
class AccumulatedData {
public:
  /// `facts` outlives this.
  explicit AccumulatedData(const Facts &facts);

  /// The first access that changes the datum declared at the place so; null if none does.
  [[nodiscard]] const FactAccess *firstChange(FactPlace declared) const;

private:
  struct Hash {
    std::size_t operator()(const FactPlace &place) const;
  };
  std::unordered_map<FactPlace, const FactAccess *, Hash> first_;
};

} // namespace fsfind
