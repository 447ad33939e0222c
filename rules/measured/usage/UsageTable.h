#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fsfind {

/// True for less than a twentieth of what is usual.
[[nodiscard]] bool rare(std::uint64_t count, std::uint64_t usual);

/// Samples of one thread on one cell.
struct CellUse {
  std::uint64_t loads = 0, stores = 0;
  std::uint64_t contended = 0; ///< those that met another core's copy
  std::uint64_t spanning = 0;  ///< those that took other cells with it

  [[nodiscard]] std::uint64_t samples() const { return loads + stores; }
  CellUse &operator+=(const CellUse &other);
};

/// Who uses what on a cacheline: a row a thread, a column a cell. A cell is a run of bytes that
/// every access takes whole, or what a judge wants to see as one: a member, an array element, a
/// variable.
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

  /// A column dropped by `grouped`.
  static constexpr std::uint32_t kDropped = UINT32_MAX;
  /// The table whose column g sums the columns c with `group_of[c]` == g.
  [[nodiscard]] UsageTable grouped(std::span<const std::uint32_t> group_of,
                                   std::size_t groups) const;

  /// Removes what is rare beside the rest: a thread's loads (or stores) that are less than a
  /// twentieth of what threads that load (store) make on average, and a cell's that are less than
  /// a twentieth of the thread's most used cell. It is how one thread's initialisation or final
  /// sum does not hide that the others each keep to their own slot. Loads and stores are weighed
  /// apart, for recordings sample them at different rates.
  void removeNoise();

  /// Lets every access count as a write. For lines with HITM but no sampled store: somebody
  /// writes, the recording just does not hold whom.
  void assumeWriters() { writers_assumed_ = true; }
  [[nodiscard]] bool writersAssumed() const { return writers_assumed_; }
  [[nodiscard]] bool writes(const CellUse &use) const {
    return use.stores != 0 || (writers_assumed_ && use.loads != 0);
  }

  /// True sharing: two threads, one of them a writer, meet on one cell. False: on different cells
  /// only. Mixed: both, where the difference is more than chance. Empty without two threads and a
  /// writer.
  [[nodiscard]] std::optional<Sharing> sharing() const;

private:
  std::size_t rows_, columns_;
  std::vector<CellUse> uses_;
  bool writers_assumed_ = false;
};

} // namespace fsfind
