#pragma once

#include "rules/model/Facts.h"
#include "rules/remedy/source/Grouped.h"

#include <compare>
#include <functional>
#include <set>
#include <vector>

namespace fsfind {

/// Where the innermost member that `what` denotes, or else the variable, is declared; else unknown.
[[nodiscard]] FactPlace declarationOf(const Facts &facts, const Designator &what);

/// An access, and the function that makes it; in the order of the facts.
struct SeenAccess {
  FunctionIndex function;
  const FactAccess *access = nullptr;
  friend bool operator==(const SeenAccess &, const SeenAccess &) = default;
  friend bool operator<(const SeenAccess &a, const SeenAccess &b) {
    return a.function != b.function ? a.function < b.function : std::less<>()(a.access, b.access);
  }
};

/// What a function does while it holds a lock: one of both.
struct SeenHolding {
  FunctionIndex function;
  const FactAccess *access = nullptr;
  const FactCall *call = nullptr;
};

struct SeenSum {
  FunctionIndex function;
  const FactSum *sum = nullptr;
};

/// The accesses of a program by what they lead to. Unknown places are one place.
class SeenAccesses {
public:
  /// `facts` outlives this.
  explicit SeenAccesses(const Facts &facts);

  /// Those of which declarationOf() is the place.
  [[nodiscard]] std::span<const std::pair<FactPlace, SeenAccess>> to(FactPlace declared) const {
    return to_.of(declared);
  }
  /// Those that lead to or past any of the places, each once. The places are known.
  [[nodiscard]] std::vector<SeenAccess> through(const std::vector<FactPlace> &places) const;
  /// Those of whole objects of the type, other than pointers.
  [[nodiscard]] std::span<const std::pair<TypeIndex, SeenAccess>> toWhole(TypeIndex type) const {
    return whole_.of(type);
  }
  /// The address of what is declared there is passed or stored, or a method is called on it.
  [[nodiscard]] bool isHandedOn(FactPlace declared) const { return handed_on_.contains(declared); }
  /// What is done under the lock that is declared there.
  [[nodiscard]] std::span<const std::pair<FactPlace, SeenHolding>> under(FactPlace lock) const {
    return under_.of(lock);
  }
  [[nodiscard]] std::span<const std::pair<FactPlace, SeenSum>> sumsOf(FactPlace declared) const {
    return sums_.of(declared);
  }
  /// Some loop goes through elements of which members of the record are used.
  [[nodiscard]] bool isScanned(RecordIndex record) const { return scanned_.contains(record); }

private:
  Grouped<FactPlace, SeenAccess> to_;
  Grouped<FactPlace, SeenAccess> past_; ///< by the other declarations on the way
  Grouped<TypeIndex, SeenAccess> whole_;
  Grouped<FactPlace, SeenHolding> under_;
  Grouped<FactPlace, SeenSum> sums_;
  std::set<FactPlace> handed_on_;
  std::set<RecordIndex> scanned_;
};

} // namespace fsfind
