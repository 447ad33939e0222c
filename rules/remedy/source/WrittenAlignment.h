#pragma once

#include "rules/model/Facts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fsfind {

/// Whether the units that read the file are C++; none if units of both languages read it, or none.
[[nodiscard]] std::optional<bool> isCplusplus(const Facts &facts, std::string_view file);

/// An alignment to a cacheline, as it is to be written.
struct WrittenAlignment {
  std::uint32_t value = 0;    ///< bytes, a multiple of the line size
  std::string name;           ///< the project's constant of that value; empty = none
  std::string attribute = {}; ///< the project's macro for the whole alignment; empty = none

  /// `CACHE_ALIGNED `, else `alignas(64) `, in C `_Alignas(64) `.
  [[nodiscard]] std::string text(bool cplusplus) const;
  /// Whether the file takes it in C++'s form. A macro takes C's form, on a member or a variable, in
  /// files of both languages; otherwise such files take none.
  [[nodiscard]] std::optional<bool> isCplusplusIn(const Facts &facts, std::string_view file) const;
};

/// Uses the project's constant and macro if their value separates cachelines and the name does not
/// say the opposite (constructive interference); else the line size.
[[nodiscard]] WrittenAlignment alignmentBy(const FactConstant &constant, std::uint32_t line_size);

} // namespace fsfind
