#pragma once

#include <cstddef>
#include <string_view>

namespace fsfind {

/// Where the bracket that opens at `at` of a function's or type's name closes; the name's end if it
/// does not, or another one closes there.
[[nodiscard]] constexpr std::size_t closingBracket(std::string_view name, std::size_t at) {
  const char last = name[at] == '<' ? '>' : name[at] == '(' ? ')' : '}';
  std::size_t depth = 0;
  for (; at < name.size(); ++at)
    if (name[at] == '<' || name[at] == '(' || name[at] == '{')
      ++depth;
    else if (const bool arrow = name[at] == '>' && at != 0 && name[at - 1] == '-';
             ((name[at] == '>' && !arrow) || name[at] == ')' || name[at] == '}') && --depth == 0)
      return name[at] == last ? at : name.size();
  return name.size();
}

} // namespace fsfind
