#include "c2c-ingest/lines/Aggregate.h"

#include "c2c-ingest/base/Parallel.h"
#include "c2c-ingest/lines/SampleFilter.h"
#include "c2c-ingest/perf/SampleDecoder.h"
#include "c2c-ingest/perf/SimulatedEvent.h"
#include "c2c-ingest/record/layout/SimulatedWord.h"

#include <algorithm>
#include <deque>

namespace fsfind::lines {

namespace {

bool hasSimulatedWords(const std::vector<perf::EventAttr> &events) {
  return std::any_of(events.begin(), events.end(), [](const perf::EventAttr &event) {
    return event.config2 == perf::kSimulatedEvent;
  });
}

LeftOut &operator+=(LeftOut &sum, const LeftOut &part) {
  sum.filtered += part.filtered;
  sum.guest += part.guest;
  sum.undecodable += part.undecodable;
  sum.spe += part.spe;
  return sum;
}

/// Scans the samples of a recording: decodes, filters and places each.
class SampleScanner {
public:
  SampleScanner(const perf::Recording &recording, const perf::AddressSpaces &spaces,
                const CountOptions &options)
      : recording_(recording), spaces_(spaces), filter_(options, recording.sideEvents()),
        decoder_(recording.events(), recording.swapped()), spe_(recording),
        workers_(ingest::workerCount(options.threads)),
        simulated_(hasSimulatedWords(recording.events())) {}

  [[nodiscard]] unsigned workers() const { return workers_; }

  /// Calls `consume(worker, sample)` for every sample that is not left out, in no particular order.
  template <class Consume> Expected<LeftOut> scan(const Consume &consume) const {
    std::deque<Worker> workers;
    for (unsigned i = 0; i < workers_; ++i)
      workers.emplace_back(spaces_);
    FSFIND_CHECK(
        recording_.forEachBatch(workers_, [&](unsigned number, const perf::RecordBatch &batch) {
          Worker &worker = workers[number];
          perf::forEachRecord(batch, recording_.swapped(), [&](const perf::Record &record) {
            if (record.type == perf::kRecordSample && place(record, worker))
              consume(number, worker.placed);
          });
        }));
    scanSpe(workers, consume);
    LeftOut sum;
    for (const Worker &worker : workers)
      sum += worker.left_out;
    return sum;
  }

private:
  struct Worker {
    explicit Worker(const perf::AddressSpaces &spaces) : data(spaces), code(spaces) {}
    perf::MappingLookup data, code;
    PlacedSample placed;
    LeftOut left_out;
  };

  template <class Consume> void scanSpe(std::deque<Worker> &workers, const Consume &consume) const {
    ingest::parallelForEach(spe_.queueCount(), workers_, [&](unsigned number, std::size_t queue) {
      Worker &worker = workers[number];
      worker.left_out.spe +=
          spe_.decode(queue, [&](const perf::Sample &sample, std::uint64_t when) {
            if (place(sample, when, worker))
              consume(number, worker.placed);
          });
    });
  }

  /// False if the sample is left out, for a reason that is counted.
  bool place(const perf::Record &record, Worker &worker) const {
    const auto sample = decoder_.decode(record);
    if (!sample) {
      ++worker.left_out.undecodable;
      return false;
    }
    return place(*sample, recording_.ordersByTime() ? sample->time : record.position, worker);
  }

  bool place(const perf::Sample &sample, std::uint64_t when, Worker &worker) const {
    if (sample.mode == perf::CpuMode::GuestKernel || sample.mode == perf::CpuMode::GuestUser) {
      ++worker.left_out.guest;
      return false;
    }
    if (!filter_.accepts(sample.pid, sample.tid, when)) {
      ++worker.left_out.filtered;
      return false;
    }
    worker.placed.sample = sample;
    if (simulated_) {
      worker.placed.simulated = record::unpacked(sample.data_source);
      worker.placed.sample.data_source &= ~record::kSimulatedBits;
    }
    worker.placed.data_mapping = worker.data.find(sample.pid, sample.mode, sample.address, when);
    worker.placed.code_mapping = worker.code.find(sample.pid, sample.mode, sample.ip, when);
    return true;
  }

  const perf::Recording &recording_;
  const perf::AddressSpaces &spaces_;
  SampleFilter filter_;
  perf::SampleDecoder decoder_;
  perf::SpeSamples spe_;
  unsigned workers_;
  bool simulated_; ///< data sources have a SimulatedWord
};

Expected<LineSurvey> surveyLines(const SampleScanner &scanner, const LineKeys &keys,
                                 LeftOut &left_out) {
  std::deque<LineSurvey> surveys(scanner.workers());
  FSFIND_TRY(left_out, scanner.scan([&](unsigned worker, const PlacedSample &sample) {
    surveys[worker].add(sample, keys);
  }));
  for (std::size_t i = 1; i < surveys.size(); ++i)
    surveys[0].merge(std::move(surveys[i]));
  return std::move(surveys[0]);
}

/// What one worker collects.
struct Collected {
  CellBuffer cells;
  LineHomes homes;
  LineHistories histories;
};

void append(Collected &all, Collected &&other) {
  all.cells.append(std::move(other.cells));
  merge(all.homes, other.homes);
  merge(all.histories, other.histories);
}

Expected<void> collect(const perf::Recording &recording, const SampleScanner &scanner,
                       const LineKeys &keys, bool neighbours, Aggregate &aggregate) {
  const LineSurvey &survey = aggregate.survey;
  tsl::robin_map<LineKey, std::uint32_t, LineKeyHash> lines;
  for (const LineKey &key : survey.interestingLines(neighbours ? keys.lineSize() : 0))
    lines.emplace(key, static_cast<std::uint32_t>(lines.size()));
  const perf::MemoryNodes nodes(recording.features());
  const bool homes = survey.memoryLineStep() != 0 || !nodes.empty();
  std::deque<Collected> workers(scanner.workers());
  for (Collected &worker : workers) {
    worker.homes.resize(homes ? lines.size() : 0);
    worker.histories.resize(lines.size());
  }
  BlockTable blocks(recording.allocations());
  // The survey has entered every data source into its table, which workers now only read.
  FSFIND_TRY(const LeftOut again, scanner.scan([&](unsigned number, const PlacedSample &placed) {
    const perf::Sample &sample = placed.sample;
    const auto line =
        lines.find(keys.of(sample.address, placed.data_mapping, sample.mode, sample.pid));
    if (line == lines.end())
      return;
    const std::uint32_t source = survey.sources().find(sample.data_source, placed.facts());
    workers[number].cells.add(
        cellOf(placed, line->second, source, blocks.find(sample.pid, sample.address, sample.time)));
    workers[number].histories[line->second].add(placed, survey.sources()[source]);
    if (homes)
      workers[number].homes[line->second].add(sample, survey.sources()[source].kind, nodes);
  }));
  (void)again; // the same as in the survey
  for (std::size_t i = 1; i < workers.size(); ++i)
    append(workers[0], std::move(workers[i]));
  aggregate.blocks = blocks.blocks();
  aggregate.cells = workers[0].cells.release();
  aggregate.homes = std::move(workers[0].homes);
  aggregate.histories = std::move(workers[0].histories);
  return {};
}

} // namespace

Expected<Aggregate> aggregateSamples(const perf::Recording &recording,
                                     const perf::AddressSpaces &spaces, const LineKeys &keys,
                                     const CountOptions &options) {
  const SampleScanner scanner(recording, spaces, options);
  Aggregate aggregate;
  FSFIND_TRY(aggregate.survey, surveyLines(scanner, keys, aggregate.left_out));
  FSFIND_CHECK(collect(recording, scanner, keys, options.neighbours, aggregate));
  return aggregate;
}

} // namespace fsfind::lines
