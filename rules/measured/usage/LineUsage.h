#pragma once

#include "rules/measured/usage/UsageTable.h"
#include "rules/model/Profile.h"

namespace fsfind {

/// Bytes [begin, end) of a line, and what lies there; empty if that is unknown.
struct Cell {
  std::uint32_t begin = 0, end = 0;
  std::optional<TargetIndex> target;
};

/// Who uses which bytes of one line.
///
/// An access of unknown size is taken to cover the named member or variable at its offset if that
/// has at most kLargestUnit bytes, else one byte. The bytes of such a named unit are one cell,
/// since its user cannot separate them: the inside of a mutex belongs to the library.
struct LineUsage {
  std::vector<Cell> cells;
  std::vector<ThreadIndex> threads;      ///< rows of `table`, ascending; limited in number
  std::vector<std::uint32_t> first_cell; ///< of each access of the line
  UsageTable table{0, 0};                ///< without noise, and without Access::sets

  /// The thread's row in `table`; empty if it has none.
  [[nodiscard]] std::optional<std::size_t> row(ThreadIndex thread) const;
  /// Samples of the access's thread on the access's first cell; zero if they were removed as noise,
  /// if it only sets, or the thread has no row. `access_number` is its position in the line's
  /// accesses.
  [[nodiscard]] const CellUse &use(const Access &access, std::size_t access_number) const;
};

/// Bytes. Containers of libraries are up to 80.
inline constexpr std::uint64_t kLargestUnit = 128;

[[nodiscard]] LineUsage lineUsage(const Profile &profile, const Line &line);

} // namespace fsfind
