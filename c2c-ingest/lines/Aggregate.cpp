#include "c2c-ingest/lines/Aggregate.h"

#include "c2c-ingest/lines/SampleFilter.h"
#include "c2c-ingest/perf/SampleDecoder.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <thread>

namespace fsfind::lines {

namespace {

/// One worker's share; touched by that worker alone.
struct Worker {
  explicit Worker(const perf::AddressSpaces &spaces) : data(spaces), code(spaces) {}

  CellTable table;
  perf::MappingLookup data, code;
  Aggregate counts;
};

bool ofGuest(perf::CpuMode mode) {
  return mode == perf::CpuMode::GuestKernel || mode == perf::CpuMode::GuestUser;
}

class SampleCounter {
public:
  SampleCounter(const perf::Recording &recording, const SampleFilter &filter)
      : decoder_(recording.events(), recording.swapped()), filter_(filter),
        by_time_(recording.ordersByTime()) {}

  void count(const perf::Record &record, Worker &worker) const {
    const auto sample = decoder_.decode(record);
    if (!sample) {
      ++worker.counts.undecodable;
      return;
    }
    if (ofGuest(sample->mode)) {
      ++worker.counts.guest;
      return;
    }
    const std::uint64_t when = by_time_ ? sample->time : record.position;
    if (!filter_.accepts(sample->pid, sample->tid, when)) {
      ++worker.counts.filtered;
      return;
    }
    noteTime(worker.counts, sample->time);
    ++worker.counts.samples;
    worker.table.add(keyOf(*sample, when, worker), 1, sample->weight,
                     sample->weight * sample->period);
  }

private:
  static CellKey keyOf(const perf::Sample &sample, std::uint64_t when, Worker &worker) {
    CellKey key;
    key.address = sample.address;
    key.ip = sample.ip;
    key.data_source = sample.data_source;
    key.data_mapping = worker.data.find(sample.pid, sample.mode, sample.address, when);
    key.code_mapping = worker.code.find(sample.pid, sample.mode, sample.ip, when);
    key.pid = sample.pid;
    key.tid = sample.tid;
    key.cpu = sample.cpu;
    key.mode = static_cast<std::uint32_t>(sample.mode);
    return key;
  }

  static void noteTime(Aggregate &counts, std::uint64_t time) {
    if (time == 0)
      return;
    counts.first_time = std::min(counts.first_time.value_or(time), time);
    counts.last_time = std::max(counts.last_time.value_or(time), time);
  }

  perf::SampleDecoder decoder_;
  const SampleFilter &filter_;
  bool by_time_;
};

void addCounts(Aggregate &sum, const Aggregate &part) {
  sum.samples += part.samples;
  sum.filtered += part.filtered;
  sum.guest += part.guest;
  sum.undecodable += part.undecodable;
  if (part.first_time)
    sum.first_time = std::min(sum.first_time.value_or(*part.first_time), *part.first_time);
  if (part.last_time)
    sum.last_time = std::max(sum.last_time.value_or(*part.last_time), *part.last_time);
}

} // namespace

Expected<Aggregate> aggregateSamples(const perf::Recording &recording,
                                     const perf::AddressSpaces &spaces,
                                     const ingest::IngestOptions &options) {
  const unsigned worker_count =
      options.threads ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  std::deque<Worker> workers;
  for (unsigned i = 0; i < worker_count; ++i)
    workers.emplace_back(spaces);

  const SampleFilter filter(options, recording.sideEvents());
  const SampleCounter counter(recording, filter);
  FSFIND_CHECK(
      recording.forEachBatch(worker_count, [&](unsigned worker, const perf::RecordBatch &batch) {
        perf::forEachRecord(batch, recording.swapped(), [&](const perf::Record &record) {
          if (record.type == perf::kRecordSample)
            counter.count(record, workers[worker]);
        });
      }));

  for (unsigned i = 1; i < worker_count; ++i) {
    workers[0].table.merge(workers[i].table);
    workers[i].table.release();
    addCounts(workers[0].counts, workers[i].counts);
  }
  workers[0].counts.cells = workers[0].table.release();
  return std::move(workers[0].counts);
}

} // namespace fsfind::lines
