#pragma once

#include "c2c-ingest/lines/BlockTable.h"
#include "c2c-ingest/lines/PlacedSample.h"
#include "rules/model/Profile.h"

#include <cstdint>
#include <tuple>
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

  [[nodiscard]] auto key() const {
    return std::tie(line, address, ip, source, pid, tid, cpu, block, data_mapping, code_mapping);
  }
};

/// One sample as a cell.
Cell cellOf(const PlacedSample &placed, std::uint32_t line, std::uint32_t source,
            BlockIndex block = kNoBlock);

/// Collects cells. A small table of recent cells, which fits the cache, adds up keys that repeat
/// often. Cells that leave it are appended to a vector, which is sorted and folded when it has
/// grown.
class CellBuffer {
public:
  CellBuffer() : recent_(kRecent) {}

  void add(const Cell &cell);
  void append(CellBuffer &&other);
  /// Gives the cells away, in no order; keys may repeat.
  std::vector<Cell> release();

private:
  static constexpr std::size_t kRecent = std::size_t{1} << 12; ///< 320 KB: stays in the L2 cache
  static constexpr std::size_t kFirstFold = std::size_t{1} << 23;

  void evict(const Cell &cell);
  void fold();

  std::vector<Cell> recent_; ///< count 0 = free
  std::vector<Cell> cells_;
  std::size_t fold_at_ = kFirstFold;
};

/// Adds up cells of equal keys; orders by key.
void foldCells(std::vector<Cell> &cells);

} // namespace fsfind::lines
