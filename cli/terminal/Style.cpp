#include "cli/terminal/Style.h"

namespace fsfind::cli {

std::string_view styleSequence(Style style) {
  switch (style) {
  case Style::Plain:
    return "";
  case Style::Heading:
    return "\033[1m";
  case Style::Dim:
    return "\033[2m";
  case Style::Load:
    return "\033[94m";
  case Style::Store:
    return "\033[91m";
  case Style::Both:
    return "\033[95m";
  case Style::Hitm:
    return "\033[33m";
  case Style::Good:
    return "\033[32m";
  case Style::Bad:
    return "\033[1;91m";
  case Style::Warning:
    return "\033[1;33m";
  }
  return "";
}

std::string paint(Style style, std::string_view text, bool color) {
  const std::string_view start = styleSequence(style);
  if (!color || start.empty() || text.empty())
    return std::string(text);
  return std::string(start).append(text).append("\033[0m");
}

} // namespace fsfind::cli
