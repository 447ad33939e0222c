#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace fsfind {

/// Eight times as many CPUs, and more nodes, than Linux can be built for: a bound on what a damaged
/// list can ask for.
inline constexpr std::uint32_t kMostCpus = 1U << 16;

struct NumberRange {
  std::uint32_t first = 0, last = 0;
};

/// CPUs or nodes in the kernel's list format, "0-3,8,10-11"
/// (Documentation/admin-guide/cputopology.rst), ascending. Empty if the text is no such list, or if
/// a number is not below kMostCpus.
[[nodiscard]] std::vector<NumberRange> kernelRanges(std::string_view list);

/// The same, each number by itself.
[[nodiscard]] std::vector<std::uint32_t> kernelNumbers(std::string_view list);

} // namespace fsfind
