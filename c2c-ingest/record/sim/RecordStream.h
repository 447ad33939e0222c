#pragma once

#include "c2c-ingest/record/sim/AllocationTable.h"
#include "c2c-ingest/record/sim/RecordFile.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fsfind::record::sim {

/// The process, thread, simulated CPU and simulated time (nanoseconds) of an event.
struct Instant {
  std::uint32_t pid = 0, tid = 0, cpu = 0;
  std::uint64_t time = 0;
};

struct SampleRecord {
  Instant at = {};
  std::uint64_t event = 0; ///< kLoadsId or kStoresId
  std::uint64_t ip = 0, address = 0, period = 0, weight = 0, data_source = 0, physical = 0;
};

struct MapRecord {
  std::uint64_t start = 0, end = 0, offset = 0, inode = 0;
  std::uint32_t major = 0, minor = 0;
  std::uint32_t protection = 0, flags = 0; ///< PROT_*, MAP_*
  std::string path = {};
};

inline constexpr std::size_t kMostStackWords = 2048; ///< a record's size has 16 bits

/// A burst as perf::Burst tells of it.
struct BurstRecord {
  std::uint64_t executed = 0, simulated = 0, contended = 0;
};

/// Appends records as the kernel writes them (include/uapi/linux/perf_event.h) to a file to which
/// other processes append too. Records are buffered, and the buffer is written whole.
class RecordStream {
public:
  /// See RecordFile.
  RecordStream(const Options &options, int inherited) : file_(options, inherited) {}

  /// How many times all sampling periods are doubled by now, as the recording came near its limit.
  [[nodiscard]] unsigned doublings() const { return file_.doublings(); }

  void sample(const SampleRecord &sample);
  void comm(const Instant &at, std::string_view name, bool exec);
  void fork(const Instant &at, std::uint32_t parent_pid, std::uint32_t parent_tid);
  void exit(const Instant &at, std::uint32_t parent_pid, std::uint32_t parent_tid);
  void map(const Instant &at, const MapRecord &map);
  void allocation(const Instant &at, const AllocationRecord &block);
  /// At most kMostStackWords of its words.
  void stack(const Instant &at, const StackRecord &stack);
  /// The thread `tid` has been started with `code`, as perf::ThreadStart tells of it.
  void start(const Instant &at, std::uint32_t tid, const std::vector<std::uint64_t> &code);
  void burst(const Instant &at, const BurstRecord &burst);

  void flush();
  /// Flushes if the last flush was at least 50 ms ago; cheap enough to be called often.
  void flushNowAndThen();

  /// Locked during fork(2), after flushLocked(): else the child would write the same records again.
  std::mutex &mutex() { return mutex_; }
  void flushLocked();

  /// To be used under the mutex.
  RecordFile &file() { return file_; }

private:
  template <class T> void put(const T &value);
  void text(std::string_view text);
  std::size_t begin(std::uint32_t type, std::uint16_t misc);
  void end(std::size_t begin);
  void words(const StackRecord &stack);
  void trailer(const Instant &at);
  void task(std::uint32_t type, const Instant &at, std::uint32_t parent_pid,
            std::uint32_t parent_tid);

  RecordFile file_;
  std::mutex mutex_;
  /// A buffer with so many bytes in it is written out. There is room for a record behind them.
  static constexpr std::size_t kFull = 64U << 10, kLongestRecord = UINT16_MAX;
  std::vector<std::byte> buffer_ = std::vector<std::byte>(kFull + kLongestRecord);
  std::size_t used_ = 0;        ///< bytes of `buffer_`
  std::int64_t last_flush_ = 0; ///< milliseconds of the monotonic clock
};

} // namespace fsfind::record::sim
