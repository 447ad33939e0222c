#include "c2c-ingest/lines/Aggregate.h"

#include "c2c-ingest/base/Parallel.h"
#include "c2c-ingest/lines/FirstLook.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

// Samples are decoded once. A worker keeps the details of those on lines that it knows to be
// contended, and lists the places of all others, eight bytes each. When all lines are known, the
// listed samples on interesting ones are read again: few, as contended lines are noticed early.

namespace fsfind::lines {

namespace {

using ingest::SlotTable;

class Aggregator {
public:
  Aggregator(const perf::Recording &recording, const perf::AllocationLog &blocks,
             const perf::AddressSpaces &spaces, const LineKeys &keys, const CountOptions &options,
             const std::vector<perf::Sample> *made, std::size_t most_listed)
      : recording_(recording), spaces_(spaces), keys_(keys), scanner_(recording, options, made),
        blocks_(blocks), nodes_(recording.features()),
        workers_(ingest::workerCount(options.threads)), neighbours_(options.neighbours),
        timelines_(options.timelines), most_listed_(most_listed) {
    if (options.quiet)
      aggregate_.survey.keepQuiet();
  }

  Expected<Aggregate> run() {
    FSFIND_CHECK(lookFirst());
    mergeSurveys();
    numberLines();
    translateDetails();
    FSFIND_CHECK(lookAgain());
    aggregate_.blocks = blocks_.blocks();
    if (aggregate_.survey.memoryLineStep() == 0 && nodes_.empty())
      aggregate_.homes.clear(); // not known, and not needed
    return std::move(aggregate_);
  }

private:
  Expected<void> lookFirst();
  void mergeSurveys();
  void numberLines();
  void translateDetails();
  void selectPassed();
  Expected<void> lookAgain();
  void lookAgainAt(const PlacedSample &placed, std::uint32_t line, LineDetails &details) const;

  const perf::Recording &recording_;
  const perf::AddressSpaces &spaces_;
  const LineKeys &keys_;
  const SampleScanner scanner_;
  const BlockTable blocks_;
  const perf::MemoryNodes nodes_;
  const unsigned workers_;
  const bool neighbours_, timelines_;
  const std::size_t most_listed_;

  std::deque<FirstLook> looks_;                    ///< of each worker
  std::vector<LineSurvey::Renumbered> renumbered_; ///< of each worker's survey
  std::vector<std::uint32_t> interesting_;         ///< by number in the survey: as Cell::line
  /// What is to be read again, by position of the batch.
  std::unordered_map<std::uint64_t, const PassedOfBatch *> again_;
  Aggregate aggregate_;
};

Expected<void> Aggregator::lookFirst() {
  for (unsigned i = 0; i < workers_; ++i)
    looks_.emplace_back(spaces_, most_listed_ / workers_).details().timelines = timelines_;
  const FirstLook::Context context{scanner_, keys_, blocks_, nodes_};
  FSFIND_CHECK(
      recording_.forEachBatch(workers_, [&](unsigned worker, const perf::RecordBatch &batch) {
        looks_[worker].look(batch, context);
      }));
  ingest::parallelForEach(scanner_.queueCount(), workers_, [&](unsigned worker, std::size_t queue) {
    looks_[worker].lookAtQueue(queue, context);
  });
  for (const FirstLook &look : looks_)
    aggregate_.left_out += look.leftOut();
  return {};
}

void Aggregator::mergeSurveys() {
  for (FirstLook &look : looks_) {
    renumbered_.push_back(aggregate_.survey.merge(look.survey()));
    look.survey() = {};
  }
}

/// Interesting lines are numbered by the order of their keys.
void Aggregator::numberLines() {
  const LineSurvey &survey = aggregate_.survey;
  interesting_.assign(survey.lineCount(), SlotTable::kNone);
  std::uint32_t lines = 0;
  for (const LineKey &key : survey.interestingLines(neighbours_ ? keys_.lineSize() : 0))
    interesting_[survey.numberOf(key)] = lines++;
  aggregate_.homes.resize(lines);
  aggregate_.histories.resize(lines);
}

/// The workers' details, by the numbers of all.
void Aggregator::translateDetails() {
  std::vector<std::vector<Cell>> cells(looks_.size());
  ingest::parallelForEach(looks_.size(), workers_, [&](unsigned, std::size_t i) {
    cells[i] = looks_[i].details().cells.release();
    for (Cell &cell : cells[i]) {
      cell.line = interesting_[renumbered_[i].lines[looks_[i].detailedLines()[cell.line]]];
      cell.source = renumbered_[i].sources[cell.source];
    }
  });
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const LineDetails &details = looks_[i].details();
    for (std::size_t detail = 0; detail < details.histories.size(); ++detail) {
      const std::uint32_t line =
          interesting_[renumbered_[i].lines[looks_[i].detailedLines()[detail]]];
      aggregate_.homes[line].merge(details.homes[detail]);
      aggregate_.histories[line].merge(details.histories[detail]);
    }
    aggregate_.cells.push_back(std::move(cells[i]));
    looks_[i].details() = {};
  }
}

/// Of the listed samples, keeps those on interesting lines, by the lines' numbers among these.
void Aggregator::selectPassed() {
  ingest::parallelForEach(looks_.size(), workers_, [&](unsigned, std::size_t i) {
    for (PassedOfBatch &batch : looks_[i].passed()) {
      for (Passed &passed : batch.samples)
        passed.line = interesting_[renumbered_[i].lines[passed.line]];
      std::erase_if(batch.samples, [](Passed one) { return one.line == SlotTable::kNone; });
    }
  });
  for (FirstLook &look : looks_)
    for (const PassedOfBatch &batch : look.passed())
      if (batch.all || !batch.samples.empty())
        again_.emplace(batch.position, &batch);
}

void Aggregator::lookAgainAt(const PlacedSample &placed, std::uint32_t line,
                             LineDetails &details) const {
  const perf::Sample &sample = placed.sample;
  const decode::SourceTable &sources = aggregate_.survey.sources();
  const std::uint32_t source = sources.find(sample.data_source, placed.facts());
  const BlockIndex block = blocks_.find(sample.pid, sample.address, sample.time);
  details.add(placed, cellOf(placed, line, source, block), sources[source], nodes_);
}

/// The survey has entered every line and data source into its tables, which workers now only read.
Expected<void> Aggregator::lookAgain() {
  selectPassed();
  if (again_.empty() && scanner_.queueCount() == 0)
    return {};
  struct Worker {
    explicit Worker(const perf::AddressSpaces &spaces) : scan(spaces) {}
    SampleScanner::Worker scan;
    LineDetails details;
  };
  std::deque<Worker> workers;
  for (unsigned i = 0; i < workers_; ++i)
    workers.emplace_back(spaces_).details.timelines = timelines_;
  const auto lookAtAny = [&](const PlacedSample &placed, LineDetails &details) {
    const perf::Sample &sample = placed.sample;
    const std::uint32_t line = interesting_[aggregate_.survey.numberOf(
        keys_.of(sample.address, placed.data_mapping, sample.mode, sample.pid))];
    if (line != SlotTable::kNone)
      lookAgainAt(placed, line, details);
  };
  const auto consume = [&](unsigned number, const perf::RecordBatch &batch) {
    const auto found = again_.find(batch.position);
    if (found == again_.end())
      return;
    Worker &worker = workers[number];
    PlacedSample placed;
    if (found->second->all)
      return scanner_.scan(
          batch, worker.scan, [&]() -> PlacedSample & { return placed; },
          [&](std::size_t) { lookAtAny(placed, worker.details); });
    for (const Passed &passed : found->second->samples)
      lookAgainAt(scanner_.at(batch, passed.at, worker.scan), passed.line, worker.details);
  };
  if (!again_.empty())
    FSFIND_CHECK(recording_.forEachBatch(workers_, consume));
  ingest::parallelForEach(scanner_.queueCount(), workers_, [&](unsigned number, std::size_t queue) {
    Worker &worker = workers[number];
    scanner_.scanQueue(queue, worker.scan,
                       [&](const PlacedSample &placed) { lookAtAny(placed, worker.details); });
  });
  for (Worker &worker : workers) {
    merge(aggregate_.homes, worker.details.homes);
    merge(aggregate_.histories, worker.details.histories);
    aggregate_.cells.push_back(worker.details.cells.release());
  }
  return {};
}

} // namespace

Expected<Aggregate> aggregateSamples(const perf::Recording &recording,
                                     const perf::AllocationLog &blocks,
                                     const perf::AddressSpaces &spaces, const LineKeys &keys,
                                     const CountOptions &options,
                                     const std::vector<perf::Sample> *made,
                                     std::size_t most_listed) {
  return Aggregator(recording, blocks, spaces, keys, options, made, most_listed).run();
}

} // namespace fsfind::lines
