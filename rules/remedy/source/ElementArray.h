#pragma once

#include "rules/remedy/source/AdviceCase.h"

#include <cstdint>
#include <string>

namespace fsfind {

/// The array that a finding about elements is about, by its declaration.
struct ElementArray {
  std::string name;           ///< empty = unknown
  std::string type;           ///< of an element
  std::uint64_t element = 0;  ///< bytes of an element
  std::uint64_t elements = 0; ///< number of them; 0 = unknown
  bool known = false;         ///< a variable or member is declared where the finding points
};

[[nodiscard]] ElementArray elementArray(const AdviceCase &at);

/// For drawing: the first elements of the array, `size` bytes apart, that begin in the first
/// `lines` cachelines. Where each has writers of its own, these are called by their element.
[[nodiscard]] std::vector<LayoutMember> drawnElements(const AdviceCase &at, std::uint64_t size,
                                                      std::uint64_t lines);

/// Advice that makes each element take whole multiples of `alignment`, without its edits; `size` is
/// what it takes then, 0 = its own size rounded up.
[[nodiscard]] Advice elementAdvice(const AdviceCase &at, std::uint64_t alignment,
                                   std::uint64_t size = 0);

/// An aligned type that contains only the element, as an example for the author.
[[nodiscard]] std::string wrapperExample(const AdviceCase &at, bool cplusplus);

} // namespace fsfind
