#pragma once

#include "c2c-ingest/perf/AddressSpaces.h"
#include "rules/model/Profile.h"

#include <tsl/robin_set.h>

#include <cstdint>
#include <vector>

namespace fsfind::lines {

/// What makes samples alike: everything a report may ask for, raw. Data sources are kept as words
/// and decoded once per distinct word, never per sample.
struct CellKey {
  std::uint64_t address = 0;     ///< sampled data address
  std::uint64_t ip = 0;          ///< sampled instruction
  std::uint64_t data_source = 0; ///< perf_mem_data_src word
  perf::MappingIndex data_mapping = perf::kNoMapping;
  perf::MappingIndex code_mapping = perf::kNoMapping;
  std::uint32_t pid = 0, tid = 0;
  std::uint32_t cpu = kNoCpu;
  std::uint32_t mode = 0; ///< perf::CpuMode; as wide as leaves no padding to hash

  bool operator==(const CellKey &) const = default;
};

/// Samples of one key.
struct Cell {
  CellKey key;
  std::uint64_t count = 0;
  std::uint64_t latency = 0; ///< sum of weights, cycles
  std::uint64_t cost = 0;    ///< sum of weight x period
};

/// Counts samples by key. Merging tables is associative and commutative up to the order of cells,
/// so each worker fills its own.
class CellTable {
public:
  CellTable() : index_(0, Hash{&cells_}, Equal{&cells_}) {}
  CellTable(const CellTable &) = delete;
  CellTable &operator=(const CellTable &) = delete;

  void add(const CellKey &key, std::uint64_t count, std::uint64_t latency, std::uint64_t cost);
  void merge(const CellTable &other);
  [[nodiscard]] const std::vector<Cell> &cells() const { return cells_; }
  /// Gives the cells away and empties the table.
  std::vector<Cell> release();

private:
  using Slot = std::uint32_t; ///< position in cells_
  struct Hash {
    using is_transparent = void;
    const std::vector<Cell> *cells;
    std::size_t operator()(const CellKey &key) const;
    std::size_t operator()(Slot slot) const { return (*this)((*cells)[slot].key); }
  };
  struct Equal {
    using is_transparent = void;
    const std::vector<Cell> *cells;
    bool operator()(Slot a, Slot b) const { return a == b; }
    bool operator()(Slot a, const CellKey &b) const { return (*cells)[a].key == b; }
    bool operator()(const CellKey &a, Slot b) const { return (*cells)[b].key == a; }
  };
  using SlotSet = tsl::robin_set<Slot, Hash, Equal, std::allocator<Slot>, true>;

  std::vector<Cell> cells_;
  SlotSet index_;
};

} // namespace fsfind::lines
