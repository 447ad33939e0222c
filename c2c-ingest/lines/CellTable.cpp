#include "c2c-ingest/lines/CellTable.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <type_traits>

namespace fsfind::lines {

static_assert(std::has_unique_object_representations_v<CellKey>);

std::size_t CellTable::Hash::operator()(const CellKey &key) const {
  return XXH3_64bits(&key, sizeof(key));
}

void CellTable::add(const CellKey &key, std::uint64_t count, std::uint64_t latency,
                    std::uint64_t cost) {
  const std::size_t hash = Hash{&cells_}(key);
  const auto found = index_.find(key, hash);
  if (found != index_.end()) {
    Cell &cell = cells_[*found];
    cell.count += count;
    cell.latency += latency;
    cell.cost += cost;
    return;
  }
  const Slot slot = static_cast<Slot>(cells_.size());
  cells_.push_back({key, count, latency, cost});
  index_.insert(slot);
}

void CellTable::merge(const CellTable &other) {
  for (const Cell &cell : other.cells_)
    add(cell.key, cell.count, cell.latency, cell.cost);
}

std::vector<Cell> CellTable::release() {
  index_.clear();
  return std::move(cells_);
}

} // namespace fsfind::lines
