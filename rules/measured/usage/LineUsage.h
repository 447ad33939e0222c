#pragma once

#include "rules/measured/usage/UsageTable.h"
#include "rules/model/Profile.h"

namespace fsfind {

/// Bytes [begin, end) of a line, and what lies there if that is known.
struct Cell {
  std::uint32_t begin = 0, end = 0;
  std::optional<TargetIndex> target;
};

/// Who uses which bytes of one line.
///
/// An access of unknown size is taken to cover the named member or variable that holds it if that
/// is at most kLargestUnit bytes, else the one byte at its offset. Bytes of one such named unit
/// are one cell: the inside of a mutex is not for its user to separate.
struct LineUsage {
  std::vector<Cell> cells;
  std::vector<ThreadIndex> threads;      ///< rows of `table`, ascending; all but in absurd numbers
  std::vector<std::uint32_t> first_cell; ///< of each access of the line
  UsageTable table{0, 0};                ///< without noise

  /// Samples of an access's thread on the access's first cell; zero if that was noise or has no
  /// row.
  [[nodiscard]] const CellUse &use(const Access &access, std::size_t access_number) const;
};

inline constexpr std::uint64_t kLargestUnit = 64;

[[nodiscard]] LineUsage lineUsage(const Profile &profile, const Line &line);

} // namespace fsfind
