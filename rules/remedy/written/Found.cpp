#include "rules/remedy/written/Found.h"

#include <algorithm>

namespace fsfind::written {

WrittenEdits none(std::string why) {
  WrittenEdits result;
  result.obstacle = std::move(why);
  return result;
}

Edit insertion(const SourceText &source, std::size_t at, std::string text) {
  const std::string_view before = std::string_view(source.text).substr(0, at);
  const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const auto column = static_cast<std::uint32_t>(at - (before.rfind('\n') + 1)) + 1;
  return {source.path, line, column, line, column, std::move(text)};
}

std::optional<std::string> indentation(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  if (line.find_first_not_of(" \t") != std::string_view::npos)
    return std::nullopt;
  return std::string(line);
}

std::string_view newlineOf(std::string_view text) {
  const std::size_t at = text.find('\n');
  return at != std::string_view::npos && at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

} // namespace fsfind::written
