#pragma once

#include "rules/merge/FactIdentity.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace fsfind {

/// The index of each identity in a table of the union.
class UnionNumbers {
public:
  /// The identity's index, and whether it is new; a new one gets the next index.
  std::pair<std::uint32_t, bool> add(const FactIdentity &identity) {
    const auto [known, fresh] =
        numbers_.try_emplace(identity, static_cast<std::uint32_t>(numbers_.size()));
    return {known->second, fresh};
  }

private:
  std::unordered_map<FactIdentity, std::uint32_t> numbers_;
};

/// Sorts the list and drops what is in it twice, but only if it has doubled since it had `distinct`
/// elements, and says how many it has then: growing lists stay short, and adding to them linear.
template <class T> void dropRepeated(std::vector<T> &list, std::size_t &distinct) {
  constexpr std::size_t kFew = 64;
  if (list.size() < 2 * std::max(distinct, kFew))
    return;
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  distinct = list.size();
}

/// Sorts a table by `less`, and entries that are equal by it by identity. Returns the new index of
/// each entry, by the old one.
template <class T, class Less>
std::vector<std::uint32_t>
sortTable(std::vector<T> &table, const std::vector<FactIdentity> &identities, const Less &less) {
  std::vector<std::uint32_t> order(table.size()), numbers(table.size());
  for (std::uint32_t at = 0; at < order.size(); ++at)
    order[at] = at;
  std::sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
    if (less(table[one], table[other]))
      return true;
    return !less(table[other], table[one]) && identities[one] < identities[other];
  });
  std::vector<T> sorted;
  sorted.reserve(table.size());
  for (std::uint32_t at = 0; at < order.size(); ++at) {
    numbers[order[at]] = at;
    sorted.push_back(std::move(table[order[at]]));
  }
  table = std::move(sorted);
  return numbers;
}

} // namespace fsfind
