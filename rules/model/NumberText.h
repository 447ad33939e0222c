#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Numbers as text for people.
namespace fsfind {

/// 1234567 -> `1,234,567`
[[nodiscard]] std::string grouped(std::uint64_t number);
/// `1 thread`, `2 threads`, `1,234 threads`
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);
/// 0.1234 -> `12.3%`; small shares that are not zero show as `<0.1%`.
[[nodiscard]] std::string percentage(double share);

} // namespace fsfind
