#pragma once

#include "c2c-ingest/record/sim/ModelMemory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace fsfind::record::sim {

/// A hash table of fixed size in memory that processes share. Whatever a process leaves half done
/// when it is killed, no other one leaves the table's memory: at worst an entry is found twice, or
/// has words of another one.
class FixedTable {
public:
  /// Each entry has so many words.
  FixedTable(ModelMemory &memory, std::size_t entries, std::size_t words)
      : count_(entries), words_(words), keys_(memory.take<std::uint64_t>(entries)),
        values_(memory.take<std::uint64_t>(entries * words)) {}
  static constexpr std::size_t bytesFor(std::size_t entries, std::size_t words) {
    return ModelMemory::bytesOf<std::uint64_t>(entries) +
           ModelMemory::bytesOf<std::uint64_t>(entries * words);
  }

  /// The entry's words; null if there is none. A key is not 0.
  [[nodiscard]] std::uint64_t *find(std::uint64_t key) const {
    const std::size_t place = placeOf(key);
    return place == count_ || keys_[place] != key ? nullptr : values_ + place * words_;
  }
  /// The same; a new entry, all of whose words are 0, if there was none. Null if there is no room.
  [[nodiscard]] std::uint64_t *findOrAdd(std::uint64_t key) {
    const std::size_t place = placeOf(key);
    if (place == count_)
      return nullptr;
    keys_[place] = key;
    return values_ + place * words_;
  }

private:
  static constexpr std::size_t kMostProbes = 64;
  /// Where the key is, or a free place for it; `count_` if there is neither.
  [[nodiscard]] std::size_t placeOf(std::uint64_t key) const {
    constexpr std::uint64_t kSpread = 0x9e37'79b9'7f4a'7c15; // 2^64 by the golden ratio
    constexpr unsigned kHigh = 32;                           // the better mixed half
    const std::size_t first = (key * kSpread >> kHigh) % count_;
    for (std::size_t i = 0; i < std::min(kMostProbes, count_); ++i) {
      const std::size_t place = (first + i) % count_;
      if (keys_[place] == key || keys_[place] == 0)
        return place;
    }
    return count_;
  }

  std::size_t count_, words_;
  std::uint64_t *keys_, *values_;
};

} // namespace fsfind::record::sim
