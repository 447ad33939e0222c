#pragma once

#include "rules/model/Facts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fsfind {

/// Language of the units that read the file; none if they are of both, or if nobody knows.
[[nodiscard]] std::optional<bool> isCplusplus(const Facts &facts, std::string_view file);

/// An alignment that begins a cacheline, as it is to be written.
struct WrittenAlignment {
  std::uint32_t value = 0; ///< bytes, a multiple of the cacheline's
  std::string name;        ///< the project's constant of that value; empty = none

  /// `alignas(64) `, in C `_Alignas(64) `.
  [[nodiscard]] std::string text(bool cplusplus) const;
};

/// By the project's constant, if its value parts cachelines and its name does not say the opposite;
/// else the cacheline's own size.
[[nodiscard]] WrittenAlignment alignmentBy(const FactConstant &constant, std::uint32_t line_size);

} // namespace fsfind
