#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fsfind {

/// Whether `count` is less than a twentieth of `usual`.
[[nodiscard]] bool rare(std::uint64_t count, std::uint64_t usual);

/// Samples of one thread on one cell.
struct CellUse {
  std::uint64_t loads = 0, stores = 0;
  std::uint64_t contended = 0;   ///< loads that met another core's copy
  std::uint64_t spanning = 0;    ///< accesses that cover other cells, too
  std::uint64_t rare_stores = 0; ///< removed from `stores` as noise: see UsageTable::removeNoise

  [[nodiscard]] std::uint64_t samples() const { return loads + stores; }
  CellUse &operator+=(const CellUse &other);
};

/// Which threads use which parts of a cacheline: a row for each thread, a column for each cell. A
/// cell is a range of bytes that every access covers as a whole, or, after grouped(), a member, an
/// array element or a variable.
class UsageTable {
public:
  UsageTable(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), uses_(rows * columns) {}

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] CellUse &at(std::size_t row, std::size_t column) {
    return uses_[row * columns_ + column];
  }
  [[nodiscard]] const CellUse &at(std::size_t row, std::size_t column) const {
    return uses_[row * columns_ + column];
  }
  [[nodiscard]] std::span<const CellUse> row(std::size_t row) const {
    return std::span(uses_).subspan(row * columns_, columns_);
  }

  /// Group of columns that `grouped` leaves out.
  static constexpr std::uint32_t kDropped = UINT32_MAX;
  /// A table whose column g is the sum of the columns c with `group_of[c]` == g.
  [[nodiscard]] UsageTable grouped(std::span<const std::uint32_t> group_of,
                                   std::size_t groups) const;

  /// Removes rare uses, so that one thread's initialisation or final sum does not hide that every
  /// other thread uses only its own slot. A thread's loads are removed if they are less than a
  /// twentieth of the mean of the threads that load, and its loads of a cell if they are less than
  /// a twentieth of those of its most loaded cell. The same is done for stores, separately, since
  /// recordings sample loads and stores at different rates; CellUse::rare_stores keeps them, since
  /// who writes rarely must not be said to only read.
  void removeNoise();

  /// Makes every load count as a write. For lines with HITM but no sampled store: some thread
  /// writes, but the recording does not show which.
  void assumeWriters() { writers_assumed_ = true; }
  [[nodiscard]] bool writersAssumed() const { return writers_assumed_; }
  [[nodiscard]] bool writes(const CellUse &use) const {
    return use.stores != 0 || (writers_assumed_ && use.loads != 0);
  }

  /// True sharing: two threads, one of them a writer, use the same cell. False sharing: they only
  /// use different cells. Mixed: both happen, the latter more often than by chance. Empty unless
  /// there are two threads and a writer.
  [[nodiscard]] std::optional<Sharing> sharing() const;
  /// Whether two threads each write cells that the other does not write.
  [[nodiscard]] bool writesApart() const;

private:
  std::size_t rows_, columns_;
  std::vector<CellUse> uses_;
  bool writers_assumed_ = false;
};

} // namespace fsfind
