#include "cli/report/html/Markup.h"

#include "cli/terminal/Text.h"

namespace fsfind::report {

std::string markupText(std::string_view text) {
  std::string markup;
  for (const char c : cli::printable(text, true)) {
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
