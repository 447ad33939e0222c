#pragma once

#include "rules/model/Profile.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fsfind::report {

/// Samples that touched one byte.
struct HeatCell {
  std::uint64_t loads = 0, stores = 0, contended = 0;
  [[nodiscard]] std::uint64_t samples() const { return loads + stores; }
};

/// One thread's use of a line (or that of several threads together).
struct HeatRow {
  std::string comm;            ///< empty for the rest
  std::string id;              ///< tid, or `and 3 more`
  std::vector<HeatCell> cells; ///< one a byte of the line
  std::uint64_t loads = 0, stores = 0, contended = 0;
  [[nodiscard]] std::uint64_t samples() const { return loads + stores; }
};

struct HeatMap {
  std::vector<HeatRow> rows; ///< by tid; what did not fit comes last, folded into one
  HeatRow total;
};

/// An access of unknown size colours the whole scalar it falls into, if that is known.
[[nodiscard]] HeatMap heatMap(const Profile &profile, const Line &line, std::size_t max_rows);

/// Bytes [begin, end) of a line that bear a name.
struct NamedSpan {
  std::uint32_t begin = 0, end = 0;
  bool from_before = false, goes_on = false; ///< begins, or ends, outside of the line
  std::string name;
};

/// Named members that samples hit, by offset, none over another.
[[nodiscard]] std::vector<NamedSpan> memberSpans(const Profile &profile, const Line &line);
/// Variables, elements and objects that samples hit, likewise.
[[nodiscard]] std::vector<NamedSpan> objectSpans(const Profile &profile, const Line &line);

} // namespace fsfind::report
