#pragma once

#include "rules/model/Facts.h"
#include "rules/remedy/source/Grouped.h"

#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace fsfind {

/// Facts::slots by place, key and name, and what hands its elements to what.
class SlotLookup {
public:
  using ByName = Grouped<std::string_view, const FactSlots *>;

  /// `facts` outlives this.
  explicit SlotLookup(const Facts &facts);

  /// What is declared there and has elements of its own: no parameter or reference.
  [[nodiscard]] const Grouped<FactPlace, const FactSlots *> &owners() const { return owners_; }
  [[nodiscard]] const ByName &byKey() const { return by_key_; }
  /// Without those that are names.
  [[nodiscard]] const ByName &arraysByKey() const { return arrays_; }
  /// The first array of each key, by the head of its declaration.
  [[nodiscard]] const Grouped<FactPlace, const FactSlots *> &arraysByHead() const { return heads_; }
  /// Those whose elements have the name of that key.
  [[nodiscard]] const ByName &byAlias() const { return aliases_; }
  /// Those that the one of that key hands its elements to.
  [[nodiscard]] const ByName &receivers() const { return receivers_; }
  /// A parameter or reference to elements of these types counts from one to the next.
  [[nodiscard]] bool areCountedInViews(const std::vector<std::string> &types) const {
    return counted_views_.contains(types);
  }
  /// One that cannot be wrapped counts from an element of the type to the next.
  [[nodiscard]] bool isCountedUnwrapped(std::string_view type) const {
    return counted_unwrapped_.contains(type);
  }

private:
  Grouped<FactPlace, const FactSlots *> owners_, heads_;
  ByName by_key_, arrays_, aliases_, receivers_;
  std::set<std::vector<std::string>> counted_views_;
  std::unordered_set<std::string_view> counted_unwrapped_;
};

} // namespace fsfind
