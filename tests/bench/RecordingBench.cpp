#include "c2c-ingest/Ingest.h"
#include "c2c-ingest/decode/CompatCounters.h"
#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/perf/SampleDecoder.h"
#include "tests/bench/SyntheticWorkload.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <unistd.h>

namespace fsfind::bench {

namespace {

constexpr std::uint64_t kSamples = 200'000;

/// One recording for all benchmarks, removed at exit.
class Recorded {
public:
  Recorded() {
    const int file = mkstemp(path_.data());
    if (file >= 0)
      close(file);
    WorkloadOptions options;
    options.samples = kSamples;
    options.lines = 20'000;
    options.modules = {"/proc/self/exe"};
    if (!SyntheticWorkload(std::move(options)).writeTo(path_))
      std::fprintf(stderr, "cannot write %s\n", path_.c_str());
  }
  ~Recorded() { std::remove(path_.c_str()); }
  Recorded(const Recorded &) = delete;
  Recorded &operator=(const Recorded &) = delete;

  [[nodiscard]] const std::string &path() const { return path_; }

private:
  std::string path_ = "/tmp/fsfind-bench-XXXXXX";
};

const std::string &recordingPath() {
  static const Recorded recorded;
  return recorded.path();
}

void countItems(benchmark::State &state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kSamples));
}

/// The one walk over all records.
void openRecording(benchmark::State &state) {
  for (auto _ : state) {
    auto recording = perf::Recording::open(recordingPath());
    if (!recording)
      return state.SkipWithError(recording.error().message().c_str());
    benchmark::DoNotOptimize(recording);
  }
  countItems(state);
}
BENCHMARK(openRecording)->Unit(benchmark::kMillisecond);

/// Every sample's fields and its counters, without any table.
void decodeSamples(benchmark::State &state) {
  const auto recording = perf::Recording::open(recordingPath());
  if (!recording)
    return state.SkipWithError(recording.error().message().c_str());
  const perf::SampleDecoder decoder((*recording)->events(), (*recording)->swapped());
  for (auto _ : state) {
    C2cCounters totals;
    const auto consume = [&](unsigned, const perf::RecordBatch &batch) {
      perf::forEachRecord(batch, (*recording)->swapped(), [&](const perf::Record &record) {
        if (record.type != perf::kRecordSample)
          return;
        if (const auto sample = decoder.decode(record))
          totals += decode::countSample({sample->data_source}, {sample->address != 0, true, true});
      });
    };
    if (const auto read = (*recording)->forEachBatch(1, consume); !read)
      return state.SkipWithError(read.error().message().c_str());
    benchmark::DoNotOptimize(totals);
  }
  countItems(state);
}
BENCHMARK(decodeSamples)->Unit(benchmark::kMillisecond);

/// The whole of ingestion on `range` threads, without names.
void ingestWithoutNames(benchmark::State &state) {
  ingest::IngestOptions options;
  options.resolve_names = false;
  options.threads = static_cast<unsigned>(state.range(0));
  for (auto _ : state) {
    auto profile = ingest::ingest(recordingPath(), options);
    if (!profile)
      return state.SkipWithError(profile.error().message().c_str());
    benchmark::DoNotOptimize(profile);
  }
  countItems(state);
}
BENCHMARK(ingestWithoutNames)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace fsfind::bench

BENCHMARK_MAIN();
