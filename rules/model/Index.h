#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace fsfind {

/// A position in one particular table; indices of different tables do not mix.
template <class Tag> class Index {
public:
  constexpr Index() = default;
  constexpr explicit Index(std::size_t value) : value_(static_cast<std::uint32_t>(value)) {}
  [[nodiscard]] constexpr std::uint32_t value() const { return value_; }
  constexpr auto operator<=>(const Index &) const = default;

private:
  std::uint32_t value_ = 0;
};

} // namespace fsfind
