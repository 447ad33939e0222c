#include "cli/report/text/TextPage.h"

namespace fsfind::report {

namespace {

constexpr std::size_t kFactWidth = 12;

} // namespace

void Page::line(std::string_view text) {
  text_ += text;
  text_ += '\n';
}

void Page::heading(std::string_view text) {
  line();
  line(paint(Style::Heading, text));
}

void Page::fact(std::string_view name, std::string_view value) {
  bool first = true;
  for (const std::string &part : cli::wrapped(value, traits_.width - kFactWidth - 2)) {
    line("  " + paint(Style::Dim, cli::padded(first ? name : "", kFactWidth)) + part);
    first = false;
  }
}

void Page::bullet(std::string_view text) {
  bool first = true;
  for (const std::string &part : cli::wrapped(text, traits_.width - 4)) {
    line((first ? "  - " : "    ") + part);
    first = false;
  }
}

} // namespace fsfind::report
