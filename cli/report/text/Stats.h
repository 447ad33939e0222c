#pragma once

#include "rules/model/Profile.h"

#include <string>

namespace fsfind::report {

/// The totals of `perf c2c report --stats` under perf's labels, so that the two can be compared
/// line by line. Without misses perf divides by zero and prints `-nan%`; this prints `0.0%`.
[[nodiscard]] std::string statsReport(const Profile &profile);

} // namespace fsfind::report
