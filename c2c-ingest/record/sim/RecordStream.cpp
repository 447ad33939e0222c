#include "c2c-ingest/record/sim/RecordStream.h"
#include "c2c-ingest/record/layout/RecordLayout.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <span>
#include <sys/mman.h>

namespace fsfind::record::sim {
namespace {

constexpr std::int64_t kFlushEveryMs = 50;
constexpr std::uint16_t kMiscNone = 0, kMiscExec = perf::kMiscCommExec,
                        kMiscData = perf::kMiscMmapData;
constexpr auto kUser = static_cast<std::uint16_t>(perf::CpuMode::User);

std::int64_t nowMs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

} // namespace

template <class T> void RecordStream::put(const T &value) {
  std::memcpy(buffer_.data() + used_, &value, sizeof(value));
  used_ += sizeof(value);
}

/// NUL-terminated and padded to eight bytes.
void RecordStream::text(std::string_view text) {
  const std::size_t size = (text.size() / 8 + 1) * 8;
  std::memset(buffer_.data() + used_ + size - 8, 0, 8);
  std::memcpy(buffer_.data() + used_, text.data(), text.size());
  used_ += size;
}

std::size_t RecordStream::begin(std::uint32_t type, std::uint16_t misc) {
  const std::size_t begin = used_;
  put(type);
  put(misc);
  put(std::uint16_t{0});
  return begin;
}

void RecordStream::end(std::size_t begin) {
  const auto size = static_cast<std::uint16_t>(used_ - begin);
  std::memcpy(buffer_.data() + begin + 6, &size, sizeof(size));
  if (used_ >= kFull)
    flushLocked();
}

/// What sample_id_all appends: TID TIME CPU IDENTIFIER.
void RecordStream::trailer(const Instant &at) {
  put(at.pid);
  put(at.tid);
  put(at.time);
  put(std::uint64_t{at.cpu});
  put(kLoadsId);
}

void RecordStream::sample(const SampleRecord &sample) {
  const StoredSample record{perf::kRecordSample, kUser,          sizeof(record), sample.event,
                            sample.ip,           sample.at.pid,  sample.at.tid,  sample.at.time,
                            sample.address,      sample.at.cpu,  sample.period,  sample.weight,
                            sample.data_source,  sample.physical};
  const std::lock_guard lock(mutex_);
  put(record);
  if (used_ >= kFull)
    flushLocked();
}

void RecordStream::comm(const Instant &at, std::string_view name, bool exec) {
  constexpr std::size_t kLongestName = 15;
  const std::lock_guard lock(mutex_);
  const std::size_t start = begin(perf::kRecordComm, exec ? kMiscExec : kMiscNone);
  put(at.pid);
  put(at.tid);
  text(name.substr(0, kLongestName));
  trailer(at);
  end(start);
}

void RecordStream::task(std::uint32_t type, const Instant &at, std::uint32_t parent_pid,
                        std::uint32_t parent_tid) {
  const std::lock_guard lock(mutex_);
  const std::size_t start = begin(type, 0);
  put(at.pid);
  put(parent_pid);
  put(at.tid);
  put(parent_tid);
  put(at.time);
  trailer(at);
  end(start);
}

void RecordStream::fork(const Instant &at, std::uint32_t parent_pid, std::uint32_t parent_tid) {
  task(perf::kRecordFork, at, parent_pid, parent_tid);
}

void RecordStream::exit(const Instant &at, std::uint32_t parent_pid, std::uint32_t parent_tid) {
  task(perf::kRecordExit, at, parent_pid, parent_tid);
}

void RecordStream::map(const Instant &at, const MapRecord &map) {
  constexpr std::size_t kLongestPath = 4095;
  const bool code = (map.protection & PROT_EXEC) != 0;
  const std::lock_guard lock(mutex_);
  const std::size_t start =
      begin(perf::kRecordMmap2, static_cast<std::uint16_t>(kUser | (code ? kMiscNone : kMiscData)));
  put(at.pid);
  put(at.tid);
  put(map.start);
  put(map.end - map.start);
  put(map.offset);
  put(map.major);
  put(map.minor);
  put(map.inode);
  put(std::uint64_t{0}); // generation of the inode
  put(map.protection);
  put(map.flags);
  text(std::string_view(map.path).substr(0, kLongestPath));
  trailer(at);
  end(start);
}

/// See perf::decodeAllocation. `end` sets the size.
void RecordStream::allocation(const Instant &at, const AllocationRecord &block) {
  const StoredBlock record{perf::kRecordItraceStart,
                           kUser,
                           0,
                           at.pid,
                           at.tid,
                           block.stack ? perf::kCalledAllocationMark : perf::kAllocationMark,
                           block.address,
                           block.size,
                           block.begin,
                           block.end,
                           block.caller};
  const std::lock_guard lock(mutex_);
  const std::size_t start = used_;
  put(record);
  if (block.stack) {
    put(block.stack->pointer);
    put(block.stack->frame);
    words(*block.stack);
  }
  trailer(at);
  end(start);
}

void RecordStream::words(const StackRecord &stack) {
  const std::size_t count = std::min(stack.words.size(), kMostStackWords);
  put(std::uint64_t{count});
  for (std::size_t i = 0; i < count; ++i) {
    put(stack.words[i].first);
    put(stack.words[i].second);
  }
}

/// See perf::decodeStack.
void RecordStream::stack(const Instant &at, const StackRecord &stack) {
  const std::lock_guard lock(mutex_);
  const std::size_t start = begin(perf::kRecordItraceStart, kUser);
  put(at.pid);
  put(at.tid);
  put(perf::kStackMark);
  put(at.time);
  put(stack.pointer);
  put(stack.returns);
  put(stack.frame);
  words(stack);
  trailer(at);
  end(start);
}

/// See perf::decodeStart.
void RecordStream::start(const Instant &at, std::uint32_t tid,
                         const std::vector<std::uint64_t> &code) {
  const std::lock_guard lock(mutex_);
  const std::size_t start = begin(perf::kRecordItraceStart, kUser);
  put(at.pid);
  put(tid);
  put(perf::kStartMark);
  put(at.time);
  put(std::uint64_t{code.size()});
  for (const std::uint64_t word : code)
    put(word);
  trailer(at);
  end(start);
}

/// See perf::decodeBurst.
void RecordStream::burst(const Instant &at, const BurstRecord &burst) {
  const std::lock_guard lock(mutex_);
  const std::size_t start = begin(perf::kRecordItraceStart, kUser);
  put(at.pid);
  put(at.tid);
  put(perf::kBurstMark);
  put(burst.executed);
  put(burst.simulated);
  put(burst.contended);
  trailer(at);
  end(start);
}

void RecordStream::flush() {
  const std::lock_guard lock(mutex_);
  flushLocked();
}

void RecordStream::flushNowAndThen() {
  const std::lock_guard lock(mutex_);
  if (used_ != 0 && nowMs() - last_flush_ >= kFlushEveryMs)
    flushLocked();
}

void RecordStream::flushLocked() {
  last_flush_ = nowMs();
  file_.append(std::span(buffer_).first(used_));
  used_ = 0;
}

} // namespace fsfind::record::sim
