#include "c2c-ingest/lines/LineHistory.h"

#include <algorithm>

namespace fsfind::lines {

void LineHistory::add(const PlacedSample &placed, const decode::DecodedSource &source) {
  LineHistory one;
  const std::uint64_t time = placed.sample.time;
  if (time != 0 && source.kind == AccessKind::Store)
    one.times.first_store = one.times.last_store = time;
  if (time != 0 && source.contended)
    one.times.first_contended = one.times.last_contended = time;
  if (placed.simulated)
    one.transfers = placed.simulated->transfers;
  merge(one);
}

void LineHistory::merge(const LineHistory &other) {
  times.first_store = std::min(times.first_store, other.times.first_store);
  times.last_store = std::max(times.last_store, other.times.last_store);
  times.first_contended = std::min(times.first_contended, other.times.first_contended);
  times.last_contended = std::max(times.last_contended, other.times.last_contended);
  transfers = std::max(transfers, other.transfers); // an empty one is the least
}

void merge(LineHistories &histories, const LineHistories &others) {
  for (std::size_t i = 0; i < others.size(); ++i)
    histories[i].merge(others[i]);
}

} // namespace fsfind::lines
