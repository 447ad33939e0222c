#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace fsfind {

/// Values by key, those of one key in the order in which they were given.
template <class Key, class Value> class Grouped {
public:
  using Entry = std::pair<Key, Value>;

  Grouped() = default;
  explicit Grouped(std::vector<std::pair<Key, Value>> entries) : entries_(std::move(entries)) {
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry &a, const Entry &b) { return a.first < b.first; });
    entries_.shrink_to_fit();
  }

  [[nodiscard]] std::span<const Entry> of(const Key &key) const {
    const auto begin = std::lower_bound(entries_.begin(), entries_.end(), key,
                                        [](const Entry &a, const Key &b) { return a.first < b; });
    const auto end = std::upper_bound(begin, entries_.end(), key,
                                      [](const Key &a, const Entry &b) { return a < b.first; });
    return {begin, end};
  }
  /// The first of the key's values; null if it has none.
  [[nodiscard]] const Value *first(const Key &key) const {
    const auto all = of(key);
    return all.empty() ? nullptr : &all.front().second;
  }
  [[nodiscard]] const std::vector<Entry> &all() const { return entries_; }

private:
  std::vector<Entry> entries_; ///< sorted by key
};

} // namespace fsfind
