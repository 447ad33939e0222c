#pragma once

#include "c2c-ingest/record/layout/RecordingStatus.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <sys/mman.h>

namespace fsfind::record {

/// The head of a recording, mapped by all who write to it. While it is made, the head always tells
/// where whole records lie: what was written behind them counts only when the head says so. So a
/// process that is killed at any moment leaves a recording that can be read.
class SharedHead {
public:
  SharedHead() = default;
  explicit SharedHead(int file) {
    void *head = mmap(nullptr, kHeadSize, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (head != MAP_FAILED)
      head_.reset(static_cast<std::byte *>(head));
  }

  [[nodiscard]] bool isMapped() const { return head_ != nullptr; }
  /// What follows needs `isMapped()`.
  [[nodiscard]] RecordingStatus &status() const {
    return *reinterpret_cast<RecordingStatus *>(head_.get() + kStatusOffset);
  }
  /// Offset in the file, and bytes, of the records.
  [[nodiscard]] std::atomic_ref<std::uint64_t> begin() const { return word(kDataOffset); }
  [[nodiscard]] std::atomic_ref<std::uint64_t> size() const { return word(kDataSize); }

private:
  /// Of the data section in perf's file header (tools/perf/util/header.h, perf_file_header).
  static constexpr std::size_t kDataOffset = 40, kDataSize = 48;

  struct Unmap {
    void operator()(std::byte *head) const { munmap(head, kHeadSize); }
  };
  [[nodiscard]] std::atomic_ref<std::uint64_t> word(std::size_t offset) const {
    return std::atomic_ref(*reinterpret_cast<std::uint64_t *>(head_.get() + offset));
  }

  std::unique_ptr<std::byte, Unmap> head_;
};

} // namespace fsfind::record
