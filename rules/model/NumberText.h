#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// How people read numbers in a report.
namespace fsfind {

/// 1234567 -> `1,234,567`
[[nodiscard]] std::string grouped(std::uint64_t number);
/// `1 thread`, `2 threads`; thousands are set apart.
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);
/// 0.1234 -> `12.3%`; anything that is not zero shows as more than zero.
[[nodiscard]] std::string percentage(double share);

} // namespace fsfind
