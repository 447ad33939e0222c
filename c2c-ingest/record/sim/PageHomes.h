#pragma once

#include <cstdint>
#include <mutex>
#include <tsl/robin_map.h>

namespace fsfind::record::sim {

inline constexpr std::uint64_t kPageSize = 4096;

/// The node on which each page of the guest's memory lies: that of the CPU that touched it first.
class PageHomes {
public:
  /// `locks`: several threads use it.
  explicit PageHomes(bool locks) : locks_(locks) {}

  /// The page's node; at the first touch that becomes `toucher`, the node of the accessing CPU.
  std::uint32_t touch(std::uint64_t address, std::uint32_t toucher) {
    const std::unique_lock lock = guard();
    return homes_.try_emplace(address / kPageSize, toucher).first->second;
  }

  /// Forgets pages that the guest unmapped.
  void forget(std::uint64_t address, std::uint64_t length) {
    const std::unique_lock lock = guard();
    const std::uint64_t first = address / kPageSize, count = (length + kPageSize - 1) / kPageSize;
    if (count < homes_.size()) {
      for (std::uint64_t page = first; page < first + count; ++page)
        homes_.erase(page);
      return;
    }
    for (auto page = homes_.begin(); page != homes_.end();)
      page = page->first - first < count ? homes_.erase(page) : std::next(page);
  }

  /// Locked during fork(2), so that the child finds the table consistent and unlocks it.
  std::mutex &mutex() { return mutex_; }

private:
  std::unique_lock<std::mutex> guard() {
    return locks_ ? std::unique_lock(mutex_) : std::unique_lock<std::mutex>();
  }

  bool locks_;
  std::mutex mutex_;
  tsl::robin_map<std::uint64_t, std::uint32_t> homes_;
};

} // namespace fsfind::record::sim
