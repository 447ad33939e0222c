// Shortens names. Most of a long C++ name is template arguments, which tell least.
#include "cli/terminal/Text.h"

#include <algorithm>
#include <optional>

namespace fsfind::cli {

namespace {

struct Group {
  std::size_t open = 0, close = 0; ///< positions of the brackets
};

bool opens(char c) {
  return c == '<' || c == '(';
}
bool closes(std::string_view name, std::size_t at) {
  return name[at] == ')' || (name[at] == '>' && (at == 0 || name[at - 1] != '-'));
}

/// Whether the bracket at `at` belongs to a name such as `operator<` or `operator()`, and encloses
/// no arguments.
bool isOperatorSign(std::string_view name, std::size_t at) {
  if (name[at] == '(' || name[at] == ')')
    return name.substr(0, at).ends_with(name[at] == '(' ? "operator" : "operator(");
  std::size_t start = at;
  while (start > 0 && std::string_view("<>=-").find(name[start - 1]) != std::string_view::npos)
    --start;
  return name.substr(0, start).ends_with("operator");
}

/// The longest outermost pair of brackets with more than three bytes in it (a `…` has three).
std::optional<Group> longestGroup(std::string_view name) {
  std::optional<Group> best;
  std::size_t depth = 0, open = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (isOperatorSign(name, at))
      continue;
    if (opens(name[at])) {
      if (depth++ == 0)
        open = at;
    } else if (closes(name, at) && depth > 0 && --depth == 0) {
      const std::size_t length = at - open;
      if (length > 4 && (!best || length > best->close - best->open))
        best = Group{open, at};
    }
  }
  return best;
}

/// `Type::method` of Rust's `<module::Type<u8> as module::Trait>::method`; any other name as it is.
std::string withoutTrait(std::string_view name) {
  const auto group = longestGroup(name);
  const std::size_t as =
      group && group->open == 0 && name[0] == '<' ? name.find(" as ") : name.npos;
  if (as == name.npos || as > group->close)
    return std::string(name);
  const std::string_view type = name.substr(1, as - 1);
  const std::size_t scope = type.substr(0, type.find('<')).rfind("::");
  return std::string(scope == type.npos ? type : type.substr(scope + 2)) +
         std::string(name.substr(group->close + 1));
}

} // namespace

std::string_view differingPart(std::string_view path, std::string_view other) {
  const auto differs = std::mismatch(path.begin(), path.end(), other.begin(), other.end()).first;
  const auto common = static_cast<std::size_t>(differs - path.begin());
  const std::size_t joint = path.substr(0, common).find_last_of(".[");
  if (joint == std::string_view::npos)
    return path;
  return path.substr(path[joint] == '[' ? joint : joint + 1);
}

std::string shortenedName(std::string_view name, std::size_t columns, bool utf8) {
  std::string text = displayWidth(name) > columns ? withoutTrait(name) : std::string(name);
  while (displayWidth(text) > columns) {
    const auto group = longestGroup(text);
    if (!group)
      break;
    text.replace(group->open + 1, group->close - group->open - 1, utf8 ? "…" : "~");
  }
  return shortenedMiddle(text, columns, utf8);
}

} // namespace fsfind::cli
