#include "rules/codec/JsonText.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// `line 3, column 7` of the byte, which is counted from 1.
std::string placeOf(std::string_view text, std::size_t byte) {
  const std::size_t at = std::min(byte == 0 ? 0 : byte - 1, text.size());
  const std::string_view before = text.substr(0, at);
  const std::size_t begin = before.rfind('\n') + 1; // 0 if there is none
  return fmt::format("line {}, column {}", std::count(before.begin(), before.end(), '\n') + 1,
                     at - begin + 1);
}

} // namespace

std::size_t jsonDepth(std::string_view text) {
  std::size_t depth = 0, deepest = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char byte = text[i];
    if (quoted && byte == '\\')
      ++i;
    else if (byte == '"')
      quoted = !quoted;
    else if (!quoted && (byte == '[' || byte == '{'))
      deepest = std::max(deepest, ++depth);
    else if (!quoted && (byte == ']' || byte == '}') && depth > 0)
      --depth;
  }
  return deepest;
}

Expected<nlohmann::json> parseJson(std::string_view text, const std::string &where,
                                   const std::string &remedy) {
  const auto refused = [&](std::string what) {
    return failure({where, {}, std::move(what), remedy});
  };
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return refused("is not whole JSON: it is empty");
  if (jsonDepth(text) > kMostJsonDepth)
    return refused(fmt::format("is nested deeper than {} levels", kMostJsonDepth));
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error &problem) {
    return refused("is not whole JSON: " + placeOf(text, problem.byte));
  } catch (const nlohmann::json::out_of_range &) {
    return refused("has a number that is too large to be read as JSON");
  }
}

} // namespace fsfind
