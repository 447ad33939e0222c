#pragma once

#include "rules/remedy/source/AdviceCase.h"

#include <cstdint>
#include <string>

namespace fsfind {

/// The array of a finding about elements, as its declaration tells.
struct ElementArray {
  std::string name;           ///< empty: nobody knows which array it is
  std::string type;           ///< of an element
  std::uint64_t element = 0;  ///< bytes
  std::uint64_t elements = 0; ///< 0 = unknown
  bool known = false;         ///< a variable or member is declared where the finding points
};

[[nodiscard]] ElementArray elementArray(const AdviceCase &at);

/// Elements `size` bytes apart that begin in the first `lines` cachelines, a few of many.
[[nodiscard]] std::vector<LayoutMember> drawnElements(const AdviceCase &at, std::uint64_t size,
                                                      std::uint64_t lines);

} // namespace fsfind
