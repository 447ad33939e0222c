#include "c2c-ingest/lines/CellBuffer.h"

#include "c2c-ingest/base/Interner.h"

#include <algorithm>

namespace fsfind::lines {

namespace {

void addTo(Cell &sum, const Cell &cell) {
  sum.count += cell.count;
  sum.latency += cell.latency;
  sum.cost += cell.cost;
  sum.cost_squares += cell.cost_squares;
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
  return cell;
}

void CellBuffer::add(const Cell &cell) {
  const std::size_t slot = ingest::mixHash(cell.address, cell.ip,
                                           std::uint64_t{cell.tid} << 32 | cell.source, cell.cpu) %
                           kRecent;
  Cell &recent = recent_[slot];
  if (recent.count != 0 && recent.key() == cell.key()) {
    addTo(recent, cell);
    return;
  }
  evict(recent);
  recent = cell;
}

void CellBuffer::evict(const Cell &cell) {
  if (cell.count == 0)
    return;
  if (cells_.size() >= fold_at_)
    fold();
  cells_.push_back(cell);
}

void CellBuffer::fold() {
  foldCells(cells_);
  fold_at_ = std::max(kFirstFold, 2 * cells_.size());
}

void CellBuffer::append(CellBuffer &&other) {
  for (const Cell &cell : other.release())
    evict(cell);
}

std::vector<Cell> CellBuffer::release() {
  for (Cell &cell : recent_) {
    evict(cell);
    cell.count = 0;
  }
  return std::move(cells_);
}

void foldCells(std::vector<Cell> &cells) {
  std::sort(cells.begin(), cells.end(),
            [](const Cell &a, const Cell &b) { return a.key() < b.key(); });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (cells[kept].key() == cells[i].key())
      addTo(cells[kept], cells[i]);
    else
      cells[++kept] = cells[i];
  }
  if (!cells.empty())
    cells.resize(kept + 1);
}

} // namespace fsfind::lines
