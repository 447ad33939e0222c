#pragma once

#include "c2c-ingest/perf/Recording.h"

#include <cstdlib>

namespace fsfind::test {

inline void require(bool holds) {
  if (!holds)
    std::abort();
}

/// Opens the bytes and walks all batches. Whatever they are: no crash, and the batches hold
/// exactly the samples that were counted, at ascending positions within a batch.
inline void exerciseRecording(perf::Bytes bytes) {
  const auto recording = perf::Recording::fromBytes(bytes, "fuzz");
  if (!recording) {
    require(!recording.error().message().empty());
    return;
  }
  std::uint64_t samples = 0;
  const auto consume = [&](unsigned worker, const perf::RecordBatch &batch) {
    require(worker == 0);
    std::size_t used = 0;
    perf::forEachRecord(batch, (*recording)->swapped(), [&](const perf::Record &record) {
      require(record.position == batch.position + used);
      used += perf::kRecordHeaderSize + record.payload.size();
      samples += record.type == perf::kRecordSample;
    });
    require(used == batch.bytes.size());
  };
  require((*recording)->forEachBatch(1, consume).has_value());
  const auto &counts = (*recording)->recordCounts();
  const auto counted = counts.find(perf::kRecordSample);
  require(samples == (counted == counts.end() ? 0 : counted->second));
  require(!(*recording)->events().empty());
}

} // namespace fsfind::test
