#pragma once

#include "c2c-ingest/record/sim/FixedTable.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tsl/robin_map.h>

namespace fsfind::record::sim {

inline constexpr std::uint64_t kPageSize = 4096;

/// The node on which each page of the guest's memory lies: that of the CPU that touched it first.
class PageHomes {
public:
  PageHomes() = default;
  /// In memory that processes share: of the pages that find room there; others lie where they are
  /// touched.
  explicit PageHomes(ModelMemory &shared) : fixed_(FixedTable(shared, kSharedPages, 1)) {}
  static std::size_t bytesForShared() { return FixedTable::bytesFor(kSharedPages, 1); }

  /// The page's node; at the first touch that becomes `toucher`, the node of the accessing CPU.
  std::uint32_t touch(std::uint64_t address, std::uint32_t toucher) {
    if (fixed_)
      return touchShared(address / kPageSize, toucher);
    const std::uint64_t page = address / kPageSize;
    Recent &recent = recent_[page % recent_.size()];
    if (recent.page != page)
      recent = {page, homes_.try_emplace(page, toucher).first->second};
    return recent.home;
  }

  /// Forgets pages that the guest unmapped; not of memory that processes share.
  void forget(std::uint64_t address, std::uint64_t length) {
    recent_.fill({});
    const std::uint64_t first = address / kPageSize, count = (length + kPageSize - 1) / kPageSize;
    if (count < homes_.size()) {
      for (std::uint64_t page = first; page < first + count; ++page)
        homes_.erase(page);
      return;
    }
    for (auto page = homes_.begin(); page != homes_.end();)
      page = page->first - first < count ? homes_.erase(page) : std::next(page);
  }

  /// Forgets all, likewise.
  void clear() {
    homes_.clear();
    recent_.fill({});
  }

private:
  /// An entry holds the node + 1, as new ones hold 0.
  std::uint32_t touchShared(std::uint64_t page, std::uint32_t toucher) {
    std::uint64_t *home = fixed_->findOrAdd(page);
    if (home == nullptr)
      return toucher;
    if (*home == 0)
      *home = toucher + std::uint64_t{1};
    return static_cast<std::uint32_t>(*home - 1);
  }

  /// A page that was touched lately, and its home.
  struct Recent {
    std::uint64_t page = UINT64_MAX;
    std::uint32_t home = 0;
  };

  static constexpr std::size_t kSharedPages = 1U << 18;
  tsl::robin_map<std::uint64_t, std::uint32_t> homes_;
  std::array<Recent, 128> recent_{}; ///< some of them, by a hash: each sample asks
  std::optional<FixedTable> fixed_;  ///< then `homes_` is not used
};

} // namespace fsfind::record::sim
