#pragma once

#include "rules/model/Report.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace fsfind::report {

/// Most threads and CPUs that are told to write a line, or to read it: their pairs are as many as
/// the square.
inline constexpr std::size_t kMostUsers = 512;

/// Contended samples by writing and by reading CPU. Recordings do not tell whose store took a line
/// away: as in the finding's cost, each sample is given to the CPUs on which other threads write
/// the line, in proportion to their stores; to all that use it where no store was sampled. Of more
/// than kMostUsers of a line, those are told that use it most.
using Transfers = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;
[[nodiscard]] Transfers transfersOn(const std::vector<RankedLine> &lines);

} // namespace fsfind::report
