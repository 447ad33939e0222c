#pragma once

#include "c2c-ingest/perf/Attributes.h"
#include "c2c-ingest/perf/AuxIndex.h"
#include "c2c-ingest/perf/EventNames.h"
#include "c2c-ingest/perf/SideRecords.h"
#include "c2c-ingest/perf/StreamWalk.h"

#include <map>
#include <vector>

namespace fsfind::perf {

/// What one walk over a recording learns about it.
struct RecordingContents {
  std::vector<EventAttr> events;
  Features features;
  std::vector<SideEvent> side_events;
  AllocationLog allocations;
  StackLog stacks;
  AuxTrace trace;
  BurstLog bursts;
  bool orders_by_time = false;
  std::map<std::uint32_t, std::uint64_t> record_counts;
  std::uint64_t lost_samples = 0;
  std::vector<Note> notes;
  std::vector<RecordBatch> batches; ///< runs of records that are not compressed
};

/// Collects attributes, features and side events while a walk passes over the records.
class RecordIndex final : public StreamObserver {
public:
  /// `pipe`: attributes and features come as records.
  RecordIndex(RecordingContents &contents, ByteLayout layout, bool pipe, std::uint64_t file_size,
              const Recording::Progress &progress);

  void onRecord(const Record &record, bool decompressed) override;
  void onTraceData(const Record &record, Bytes data) override { aux_.addData(record, data); }
  void onRun(const RecordBatch &run, std::uint64_t samples, bool decompressed) override;

  /// The stream walked since the last call holds compressed records.
  bool takeCompressed() { return std::exchange(compressed_, false); }
  /// To be called once, after all streams.
  void finish();

private:
  void advance(std::uint64_t bytes);
  void addDescription(const Record &record);
  void addFeature(Bytes payload);
  void addSideEvent(const Record &record);
  void addAllocation(const Record &record);
  void addStack(const Record &record);
  void addBurst(const Record &record);
  void addThreadStart(const Record &record);
  void addThreadEnd(const Record &record);
  void countLost(const Record &record);
  void noteDropped();

  RecordingContents &contents_;
  const ByteLayout layout_;
  const bool pipe_;
  const std::uint64_t file_size_;
  const Recording::Progress &progress_;
  SampleIdTrailer trailer_;
  EventRenames names_;
  std::vector<std::uint64_t> positions_; ///< stream positions of the side events
  std::uint64_t side_bytes_left_;
  AuxIndex aux_;
  std::uint64_t not_understood_ = 0; ///< records of damaged files
  std::uint64_t dropped_side_events_ = 0;
  std::uint64_t dropped_allocations_ = 0;
  std::uint64_t allocations_until_ = UINT64_MAX; ///< when the first of those happened, ns
  std::uint64_t bytes_seen_ = 0;
  bool compressed_ = false;
};

} // namespace fsfind::perf
