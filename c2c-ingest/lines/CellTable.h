#pragma once

#include "c2c-ingest/base/SlotTable.h"
#include "c2c-ingest/lines/BlockTable.h"
#include "c2c-ingest/lines/PlacedSample.h"
#include "rules/model/Profile.h"
#include "rules/model/SettingStores.h"

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace fsfind::lines {

/// The samples on an interesting line with the same address, block, instruction, data source,
/// thread and CPU.
struct Cell {
  std::uint32_t line = 0;   ///< position among the interesting lines
  std::uint32_t source = 0; ///< number in the source table
  std::uint64_t address = 0, ip = 0;
  perf::MappingIndex data_mapping = perf::kNoMapping, code_mapping = perf::kNoMapping;
  std::uint32_t pid = 0, tid = 0;
  std::uint32_t cpu = kNoCpu;
  BlockIndex block = kNoBlock;
  std::uint32_t count = 0;   ///< enough: 2^32 samples are a recording of 300 GB
  std::uint64_t latency = 0; ///< sum of weights, cycles
  std::uint64_t cost = 0;    ///< sum of weight x period
  double cost_squares = 0;   ///< sum of (weight x period)^2
  TimeSpan times;

  [[nodiscard]] auto key() const {
    return std::tie(line, address, ip, source, pid, tid, cpu, block, data_mapping, code_mapping);
  }
};

/// Cells as workers have collected them; each part has each key once.
using CellParts = std::vector<std::vector<Cell>>;

/// One sample as a cell.
Cell cellOf(const PlacedSample &placed, std::uint32_t line, std::uint32_t source,
            BlockIndex block = kNoBlock);

/// Adds up cells of equal keys.
class CellTable {
public:
  void add(const Cell &cell);
  /// Gives the cells away, in no order.
  std::vector<Cell> release();

private:
  void addWaiting();
  void addNow(const Cell &cell, std::size_t hash);

  std::vector<Cell> cells_;
  ingest::SlotTable slots_; ///< of `cells_`
  /// Cells that are not added yet, while memory is asked for, and their hashes.
  static constexpr std::size_t kMostWaiting = 32;
  std::array<std::pair<Cell, std::size_t>, kMostWaiting> waiting_;
  std::size_t waiting_count_ = 0;
};

} // namespace fsfind::lines
