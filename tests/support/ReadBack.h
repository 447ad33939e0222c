#pragma once

#include "c2c-ingest/perf/Recording.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace fsfind::test {

/// Opens bytes as a recording called "test.data".
inline Expected<std::unique_ptr<perf::Recording>> openBytes(perf::Bytes bytes) {
  return perf::Recording::fromBytes(bytes, "test.data");
}

/// The payload of every record of one type, in stream order, as `forEachBatch` delivers them.
inline std::vector<std::vector<std::byte>> payloadsOf(const perf::Recording &recording,
                                                      std::uint32_t type, unsigned workers = 2) {
  std::mutex mutex;
  std::map<std::uint64_t, std::vector<std::byte>> by_position;
  const auto collect = [&](unsigned, const perf::RecordBatch &batch) {
    const std::lock_guard lock(mutex);
    perf::forEachRecord(batch, recording.swapped(), [&](const perf::Record &record) {
      if (record.type == type)
        by_position.emplace(record.position,
                            std::vector(record.payload.begin(), record.payload.end()));
    });
  };
  std::vector<std::vector<std::byte>> payloads;
  if (recording.forEachBatch(workers, collect))
    for (auto &[position, payload] : by_position)
      payloads.push_back(std::move(payload));
  return payloads;
}

inline std::vector<std::vector<std::byte>> samplesOf(const perf::Recording &recording,
                                                     unsigned workers = 2) {
  return payloadsOf(recording, perf::kRecordSample, workers);
}

inline std::uint64_t countOf(const perf::Recording &recording, std::uint32_t type) {
  const auto found = recording.recordCounts().find(type);
  return found == recording.recordCounts().end() ? 0 : found->second;
}

/// The side events of one kind, with their order kept.
template <class Event>
std::vector<std::pair<std::uint64_t, Event>> sideEventsOf(const perf::Recording &recording) {
  std::vector<std::pair<std::uint64_t, Event>> events;
  for (const perf::SideEvent &side : recording.sideEvents())
    if (const auto *event = std::get_if<Event>(&side.event))
      events.emplace_back(side.when, *event);
  return events;
}

} // namespace fsfind::test
