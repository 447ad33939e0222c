#pragma once

#include "c2c-ingest/perf/AuxTrace.h"
#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/perf/SideRecords.h"

#include <unordered_map>

namespace fsfind::perf {

/// Collects what a stream's records say about trace data. Only Arm SPE's are kept: others hold no
/// memory samples.
class AuxIndex {
public:
  /// `memory_left`: bytes that may be kept; what is beyond is left out.
  AuxIndex(AuxTrace &trace, bool swap, std::uint64_t &memory_left)
      : trace_(trace), swap_(swap), memory_left_(memory_left) {}

  /// Takes AUXTRACE_INFO, TIME_CONV, AUX, ITRACE_START, SWITCH and SWITCH_CPU_WIDE; passes over
  /// others.
  void add(const Record &record, const SampleIdTrailer &trailer);
  /// The data that follow an AUXTRACE record.
  void addData(const Record &record, Bytes data);
  /// To be called once, after all records. `by_time`: Recording::ordersByTime.
  void finish(bool by_time);
  /// Pieces and switches that were left out.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

private:
  void addInfo(Bytes payload);
  void addPiece(const Record &record, const SampleIdTrailer::Found &trailer);
  void addSwitch(const Record &record, const SampleIdTrailer::Found &trailer);
  void sortPieces(bool by_time);
  [[nodiscard]] bool affords(std::uint64_t bytes);

  AuxTrace &trace_;
  const bool swap_;
  std::uint64_t &memory_left_;
  std::uint64_t dropped_ = 0;
  struct OwnedPiece {
    TracePiece piece;
    std::uint32_t cpu = kNobody, tid = kNobody;
    std::uint64_t position = 0; ///< in the stream
  };
  std::unordered_map<std::uint32_t, std::size_t> queues_; ///< by perf's number
  std::vector<OwnedPiece> pieces_;
  std::vector<std::uint64_t> switch_positions_; ///< in the stream
};

} // namespace fsfind::perf
