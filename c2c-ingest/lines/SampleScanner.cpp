#include "c2c-ingest/lines/SampleScanner.h"

#include "c2c-ingest/perf/RecordWalk.h"
#include "c2c-ingest/perf/SimulatedEvent.h"

#include <algorithm>

namespace fsfind::lines {

namespace {

bool hasSimulatedWords(const std::vector<perf::EventAttr> &events) {
  return std::any_of(events.begin(), events.end(), [](const perf::EventAttr &event) {
    return event.config2 == perf::kSimulatedEvent;
  });
}

} // namespace

LeftOut &LeftOut::operator+=(const LeftOut &part) {
  filtered += part.filtered;
  guest += part.guest;
  undecodable += part.undecodable;
  spe += part.spe;
  return *this;
}

SampleScanner::SampleScanner(const perf::Recording &recording, const CountOptions &options,
                             const std::vector<perf::Sample> *made)
    : filter_(options, recording.sideEvents()), decoder_(recording.events(), recording.swapped()),
      spe_(recording), made_(made), swapped_(recording.swapped()),
      by_time_(recording.ordersByTime()), simulated_(hasSimulatedWords(recording.events())) {}

PlacedSample SampleScanner::at(const perf::RecordBatch &batch, std::size_t at,
                               Worker &worker) const {
  PlacedSample placed;
  place(perf::recordAt(batch, at, swapped_), worker, placed);
  return placed;
}

} // namespace fsfind::lines
