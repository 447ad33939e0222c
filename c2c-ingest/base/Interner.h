#pragma once

#include "c2c-ingest/base/SlotTable.h"

#include <cstdint>
#include <vector>

namespace fsfind::ingest {

/// Gives each distinct key the next index of a table.
template <class Key, class IndexType, class Hash> class Interner {
public:
  IndexType operator()(const Key &key) {
    const std::size_t hash = Hash()(key);
    std::uint32_t index = positionOf(hash, key);
    if (index == SlotTable::kNone) {
      index = static_cast<std::uint32_t>(keys_.size());
      keys_.push_back(key);
      slots_.enter(hash, index);
    }
    return IndexType(index);
  }
  /// The same without giving a new key an index; IndexType(SlotTable::kNone) if it has none.
  [[nodiscard]] IndexType find(const Key &key) const {
    return IndexType(positionOf(Hash()(key), key));
  }
  [[nodiscard]] const std::vector<Key> &keys() const { return keys_; }

private:
  [[nodiscard]] std::uint32_t positionOf(std::size_t hash, const Key &key) const {
    return slots_.find(hash, [&](std::uint32_t at) { return keys_[at] == key; });
  }

  std::vector<Key> keys_;
  SlotTable slots_;
};

/// Spreads the bits of several integers; std::hash leaves integers as they are.
template <class... Parts> std::size_t mixHash(Parts... parts) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15; // 2^64 / golden ratio (Knuth, TAOCP 6.4)
  constexpr unsigned kFold = 32;
  std::uint64_t hash = 0;
  ((hash = (hash ^ static_cast<std::uint64_t>(parts)) * kGolden, hash ^= hash >> kFold), ...);
  return hash;
}

} // namespace fsfind::ingest
