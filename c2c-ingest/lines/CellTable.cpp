#include "c2c-ingest/lines/CellTable.h"

#include "c2c-ingest/base/Interner.h"

#include <bit>
#include <utility>

namespace fsfind::lines {

namespace {

void addTo(Cell &sum, const Cell &cell) {
  sum.count += cell.count;
  sum.latency += cell.latency;
  sum.cost += cell.cost;
  sum.cost_squares += cell.cost_squares;
  sum.times.widen(cell.times);
}

/// The parts of a key that most keys differ in. Their products do not wait for each other.
std::size_t hashOf(const Cell &cell) {
  constexpr std::uint64_t kAddress = 0x9e3779b97f4a7c15, kIp = 0xc2b2ae3d27d4eb4f,
                          kThread = 0x165667b19e3779f9; // odd, with bits of all places
  constexpr unsigned kHalf = 32;
  return ingest::mixHash(cell.address * kAddress ^ std::rotr(cell.ip * kIp, kHalf) ^
                         (std::uint64_t{cell.tid} << kHalf | cell.source) * kThread ^ cell.cpu);
}

} // namespace

Cell cellOf(const PlacedSample &placed, std::uint32_t line, std::uint32_t source,
            BlockIndex block) {
  const perf::Sample &sample = placed.sample;
  Cell cell;
  cell.line = line;
  cell.source = source;
  cell.address = sample.address;
  cell.ip = sample.ip;
  cell.data_mapping = placed.data_mapping;
  cell.code_mapping = placed.code_mapping;
  cell.pid = sample.pid;
  cell.tid = sample.tid;
  cell.cpu = sample.cpu;
  cell.block = block;
  cell.count = 1;
  cell.latency = sample.weight;
  cell.cost = sample.weight * sample.period;
  cell.cost_squares = static_cast<double>(cell.cost) * static_cast<double>(cell.cost);
  if (sample.time != 0)
    cell.times = {sample.time, sample.time};
  return cell;
}

void CellTable::add(const Cell &cell) {
  const std::size_t hash = hashOf(cell);
  slots_.prefetch(hash);
  waiting_[waiting_count_++] = {cell, hash};
  if (waiting_count_ == kMostWaiting)
    addWaiting();
}

void CellTable::addWaiting() {
  for (std::size_t i = 0; i < waiting_count_; ++i)
    ingest::prefetchEntry(cells_, slots_.guess(waiting_[i].second));
  for (std::size_t i = 0; i < waiting_count_; ++i)
    addNow(waiting_[i].first, waiting_[i].second);
  waiting_count_ = 0;
}

void CellTable::addNow(const Cell &cell, std::size_t hash) {
  const std::uint32_t at =
      slots_.find(hash, [&](std::uint32_t other) { return cells_[other].key() == cell.key(); });
  if (at != ingest::SlotTable::kNone)
    return addTo(cells_[at], cell);
  slots_.enter(hash, static_cast<std::uint32_t>(cells_.size()));
  cells_.push_back(cell);
}

std::vector<Cell> CellTable::release() {
  addWaiting();
  slots_ = {};
  return std::move(cells_);
}

} // namespace fsfind::lines
