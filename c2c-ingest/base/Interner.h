#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace fsfind::ingest {

/// Gives each distinct key the next index of a table.
template <class Key, class IndexType, class Hash> class Interner {
public:
  IndexType operator()(const Key &key) {
    const auto [entry, fresh] = index_.try_emplace(key, IndexType(keys_.size()));
    if (fresh)
      keys_.push_back(key);
    return entry->second;
  }
  [[nodiscard]] const std::vector<Key> &keys() const { return keys_; }

private:
  std::vector<Key> keys_;
  std::unordered_map<Key, IndexType, Hash> index_;
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
