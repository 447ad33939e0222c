#include "c2c-ingest/lines/LineHistory.h"

#include <algorithm>

namespace fsfind::lines {

namespace {

void widen(LineTimes &times, const LineTimes &other) {
  times.first_store = std::min(times.first_store, other.first_store);
  times.last_store = std::max(times.last_store, other.last_store);
  times.first_contended = std::min(times.first_contended, other.first_contended);
  times.last_contended = std::max(times.last_contended, other.last_contended);
}

} // namespace

void LineHistory::add(const PlacedSample &placed, const decode::DecodedSource &source,
                      bool by_time) {
  if (placed.simulated) // an empty one is the least
    transfers = std::max(transfers, std::optional<std::uint64_t>(placed.simulated->transfers));
  const std::uint64_t time = placed.sample.time;
  const bool store = source.kind == AccessKind::Store;
  if (time == 0 || (!store && !source.contended))
    return;
  LineTimes one;
  if (store)
    one.first_store = one.last_store = time;
  if (source.contended)
    one.first_contended = one.last_contended = time;
  widen(times, one);
  if (by_time)
    timeline.add(time, placed.sample.pid, placed.sample.tid,
                 {store ? 1U : 0U, source.contended ? 1U : 0U});
}

void LineHistory::merge(const LineHistory &other) {
  widen(times, other.times);
  transfers = std::max(transfers, other.transfers);
  timeline.merge(other.timeline);
}

void merge(LineHistories &histories, const LineHistories &others) {
  for (std::size_t i = 0; i < others.size(); ++i)
    histories[i].merge(others[i]);
}

} // namespace fsfind::lines
