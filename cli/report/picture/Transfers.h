#pragma once

#include "rules/model/Report.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace fsfind::report {

/// Contended samples by writing and by reading CPU. Recordings do not tell whose store took a line
/// away: as in the finding's cost, each sample is given to the CPUs on which other threads write
/// the line, in proportion to their stores; to all that use it where no store was sampled. Of a
/// line that more than kMostUsers threads and CPUs write, or read, only those that do it most are
/// told.
inline constexpr std::size_t kMostUsers = 512;
using Transfers = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;
[[nodiscard]] Transfers transfersOn(const std::vector<RankedLine> &lines);

} // namespace fsfind::report
