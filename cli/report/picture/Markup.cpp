#include "cli/report/picture/Markup.h"

#include "cli/terminal/Text.h"

namespace fsfind::report {

namespace {

/// U+FFFE and U+FFFF in UTF-8, which XML 1.0 does not allow (production Char).
constexpr std::string_view kNoCharacters[] = {"\xEF\xBF\xBE", "\xEF\xBF\xBF"};

std::string charactersOf(std::string_view text) {
  std::string shown = cli::printable(text, true);
  for (const std::string_view none : kNoCharacters)
    for (std::size_t at = shown.find(none); at != std::string::npos; at = shown.find(none, at))
      shown.replace(at, none.size(), "?");
  return shown;
}

} // namespace

std::string markupText(std::string_view text) {
  std::string markup;
  for (const char c : charactersOf(text)) {
    switch (c) {
    case '&':
      markup += "&amp;";
      break;
    case '<':
      markup += "&lt;";
      break;
    case '>':
      markup += "&gt;";
      break;
    case '"':
      markup += "&quot;";
      break;
    case '\'':
      markup += "&#39;";
      break;
    default:
      markup += c;
    }
  }
  return markup;
}

} // namespace fsfind::report
