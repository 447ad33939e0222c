#pragma once

#include "c2c-ingest/perf/ClockConversion.h"

#include <vector>

namespace fsfind::perf {

/// What PERF_RECORD_AUXTRACE_INFO names as the source of the trace data (enum auxtrace_type in
/// tools/perf/util/auxtrace.h).
enum class TraceKind : std::uint32_t { None = 0, ArmSpe = 4 };

/// The CPU or thread of trace data that belong to none.
inline constexpr std::uint32_t kNobody = UINT32_MAX;

/// Trace data as one PERF_RECORD_AUXTRACE brings them.
struct TraceBytes {
  Bytes bytes;                ///< in the recording
  std::uint64_t offset = 0;   ///< of the first byte in the AUX area, which counts on for ever
  std::uint64_t position = 0; ///< of the record in the stream
  bool cut = false;           ///< the recording ends before their end
};

/// PERF_RECORD_AUX: the kernel has put data into an AUX area.
struct TracePiece {
  enum Flag : std::uint64_t {
    kTruncated = 1, ///< the area was full
    kOverwrite = 2, ///< recorded as snapshots
    kPartial = 4,   ///< the data end in the middle of a record, whose rest was lost
    kCollision = 8, ///< a sample was dropped, since the one before was not yet complete
  };
  std::uint64_t offset = 0, size = 0; ///< in the AUX area
  std::uint64_t flags = 0;
  std::uint64_t when = 0; ///< see Recording::ordersByTime

  [[nodiscard]] std::uint64_t end() const { return offset + size; }
  [[nodiscard]] bool has(Flag flag) const { return (flags & flag) != 0; }
};

/// The data of one AUX area: of a CPU, or of a thread on all CPUs.
struct TraceQueue {
  std::uint32_t cpu = kNobody;
  std::uint32_t tid = kNobody;    ///< with a CPU: the thread that was to be recorded there, if one
  std::vector<TraceBytes> parts;  ///< in the order of time
  std::vector<TracePiece> pieces; ///< by offset
};

/// From then on this thread runs on the CPU.
struct CpuSwitch {
  std::uint64_t when = 0; ///< see Recording::ordersByTime
  std::uint32_t cpu = kNobody, pid = kNobody, tid = kNobody;
  /// Of an ITRACE_START, which tells the first thread of a CPU and no later one.
  bool first = false;
};

/// The trace data of a recording and what is needed to make samples of them.
struct AuxTrace {
  TraceKind kind = TraceKind::None;
  std::vector<std::uint64_t> description; ///< what AUXTRACE_INFO tells, in words
  std::vector<TraceQueue> queues;
  std::vector<CpuSwitch> switches; ///< by CPU, then time
  std::optional<ClockConversion> clock;
  std::uint64_t truncated = 0, collided = 0; ///< pieces with these flags
  bool snapshots = false;                    ///< some piece was overwritten
};

} // namespace fsfind::perf
