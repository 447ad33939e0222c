#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

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

/// The arguments of a template, of what its brackets hold; without blanks around them.
[[nodiscard]] inline std::vector<std::string_view> argumentsIn(std::string_view list) {
  std::vector<std::string_view> arguments;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= list.size(); ++at)
    if (at == list.size() || list[at] == ',') {
      std::string_view one = list.substr(begin, at - begin);
      one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
      arguments.push_back(one.substr(0, one.find_last_not_of(' ') + 1));
      begin = at + 1;
    } else if (list[at] == '<' || list[at] == '(' || list[at] == '{') {
      at = std::min(closingBracket(list, at), list.size() - 1);
    }
  return arguments;
}

} // namespace fsfind
