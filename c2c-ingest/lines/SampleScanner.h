#pragma once

#include "c2c-ingest/lines/CountOptions.h"
#include "c2c-ingest/lines/PlacedSample.h"
#include "c2c-ingest/lines/SampleFilter.h"
#include "c2c-ingest/perf/SampleDecoder.h"
#include "c2c-ingest/perf/SpeSamples.h"

namespace fsfind::lines {

/// Samples that were not counted, by reason.
struct LeftOut {
  std::uint64_t filtered = 0;    ///< by the user's filters
  std::uint64_t guest = 0;       ///< of virtual machines, which perf c2c leaves out too
  std::uint64_t undecodable = 0; ///< too short for their event, or of an unknown event
  perf::SpeSamples::Losses spe;  ///< in Arm SPE data

  LeftOut &operator+=(const LeftOut &part);
};

/// Decodes, filters and places the samples of a recording. Immutable, so workers share one object;
/// what changes is in a Worker of each.
class SampleScanner {
public:
  struct Worker {
    explicit Worker(const perf::AddressSpaces &spaces) : data(spaces), code(spaces) {}
    perf::MappingLookup data, code;
    LeftOut left_out;
  };

  /// `recording` must outlive the object, as must `made`: if it is not null, it has the samples
  /// that stand for those of the recording, which are not looked at.
  SampleScanner(const perf::Recording &recording, const CountOptions &options,
                const std::vector<perf::Sample> *made = nullptr);

  /// Writes every sample of a batch that is not left out into `room()`, which it asks for anew
  /// after each, and calls `consume(at)`: its record is `at` bytes behind the batch's first.
  template <class Room, class Consume>
  void scan(const perf::RecordBatch &batch, Worker &worker, const Room &room,
            const Consume &consume) const {
    perf::forEachRecord(batch, swapped_, [&](const perf::Record &record) {
      if (record.type == perf::kRecordSample && !made_ && place(record, worker, room()))
        consume(record.position - batch.position);
    });
  }

  /// The sample of a record that scan() has told of.
  [[nodiscard]] PlacedSample at(const perf::RecordBatch &batch, std::size_t at,
                                Worker &worker) const;

  /// Samples that are not in the stream of records lie in queues: those of Arm SPE in its trace
  /// data, those that were made in one.
  [[nodiscard]] std::size_t queueCount() const { return made_ ? 1 : spe_.queueCount(); }
  /// Calls `consume(sample)` for every sample of a queue that is not left out.
  template <class Consume>
  void scanQueue(std::size_t queue, Worker &worker, const Consume &consume) const {
    PlacedSample placed;
    if (made_)
      for (const perf::Sample &sample : *made_) {
        placed.sample = sample;
        if (place(sample.time, worker, placed))
          consume(std::as_const(placed));
      }
    else
      worker.left_out.spe +=
          spe_.decode(queue, [&](const perf::Sample &sample, std::uint64_t when) {
            placed.sample = sample;
            if (place(when, worker, placed))
              consume(std::as_const(placed));
          });
  }

private:
  /// False if the sample is left out, for a reason that is counted.
  bool place(const perf::Record &record, Worker &worker, PlacedSample &placed) const {
    if (!decoder_.decode(record, placed.sample)) {
      ++worker.left_out.undecodable;
      return false;
    }
    return place(by_time_ ? placed.sample.time : record.position, worker, placed);
  }

  /// The same for a sample that is decoded, at a time or position.
  bool place(std::uint64_t when, Worker &worker, PlacedSample &placed) const {
    perf::Sample &sample = placed.sample;
    if (sample.mode == perf::CpuMode::GuestKernel || sample.mode == perf::CpuMode::GuestUser) {
      ++worker.left_out.guest;
      return false;
    }
    if (!filter_.accepts(sample.pid, sample.tid, when)) {
      ++worker.left_out.filtered;
      return false;
    }
    if (simulated_) {
      placed.simulated = record::unpacked(sample.data_source);
      sample.data_source &= ~record::kSimulatedBits;
    }
    placed.data_mapping = worker.data.find(sample.pid, sample.mode, sample.address, when);
    placed.code_mapping = worker.code.find(sample.pid, sample.mode, sample.ip, when);
    return true;
  }

  SampleFilter filter_;
  perf::SampleDecoder decoder_;
  perf::SpeSamples spe_;
  const std::vector<perf::Sample> *made_;
  bool swapped_, by_time_;
  bool simulated_; ///< data sources have a SimulatedWord
};

} // namespace fsfind::lines
