#pragma once

#include "rules/model/Profile.h"
#include "rules/model/ThreadNames.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::report {

/// Numbers of samples that touched one byte.
struct HeatCell {
  std::uint64_t loads = 0, stores = 0, contended = 0;
  [[nodiscard]] std::uint64_t samples() const { return loads + stores; }
};

/// What the rows of a heat map are.
enum class HeatRows { Threads, Cpus };

/// The use of a line by one thread or CPU, or by several together.
struct HeatRow {
  /// The thread, with its process on a line of several; `CPU 3`, `CPU unknown`, or `and 3 more`.
  std::string name;
  std::uint32_t key = 0;       ///< heatRowKey(); 0 for several together
  std::vector<HeatCell> cells; ///< one for each byte of the line
  std::uint64_t loads = 0, stores = 0, contended = 0;
  [[nodiscard]] std::uint64_t samples() const { return loads + stores; }
};

struct HeatMap {
  std::vector<HeatRow> rows; ///< by tid or CPU; the last may sum up those that got no row
  HeatRow total;
};

/// The processes whose threads use the line.
[[nodiscard]] std::size_t processesOn(const Profile &profile, const Line &line);

/// Counts samples by thread or CPU and byte, in at most `max_rows` rows and one for the others. An
/// access of unknown size counts for the whole scalar that it falls into, if that is known.
[[nodiscard]] HeatMap heatMap(const Profile &profile, const ThreadNames &names, const Line &line,
                              std::size_t max_rows, HeatRows rows = HeatRows::Threads);

/// Whose row of such a map an access counts for, as HeatRow::key has it: the thread's index,
/// or the CPU.
[[nodiscard]] std::uint32_t heatRowKey(const Access &access, HeatRows rows);

/// Bytes [begin, end) of a line that have a name.
struct NamedSpan {
  std::uint32_t begin = 0, end = 0;
  bool from_before = false, goes_on = false; ///< begins before the line, ends after it
  std::string name;
};

/// The name of a span as `fitted` shortens it; if a neighbour's would look the same, only of the
/// part that differs.
[[nodiscard]] std::string tellingName(const std::vector<NamedSpan> &spans, std::size_t index,
                                      const std::function<std::string(std::string_view)> &fitted);

/// The named members that samples hit, by offset, without overlap.
[[nodiscard]] std::vector<NamedSpan> memberSpans(const Profile &profile, const Line &line);
/// The variables, elements and objects that samples hit, likewise.
[[nodiscard]] std::vector<NamedSpan> objectSpans(const Profile &profile, const Line &line);

} // namespace fsfind::report
