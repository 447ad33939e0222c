#include "cli/report/text/TextPage.h"

#include "cli/terminal/Characters.h"
#include "cli/terminal/PlainNames.h"

#include <algorithm>

namespace fsfind::report {

namespace {

constexpr std::size_t kFactWidth = 12;

/// Columns without the sequences that colour.
std::size_t shownWidth(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t escape = std::min(text.find('\033', begin), text.size());
    width += cli::displayWidth(text.substr(begin, escape - begin));
    begin = std::min(text.find('m', escape), text.size() - 1) + 1;
  }
  return width;
}

} // namespace

std::string Page::named(std::string_view text, bool whole) const {
  return safe(whole ? std::string(text) : names_.in(text));
}

void Page::line(std::string_view text) {
  if (shownWidth(text) <= traits_.width) {
    (text_ += text) += '\n';
    return;
  }
  const std::size_t indent = std::min(text.find_first_not_of(' '), traits_.width / 2);
  for (const std::string &part :
       cli::wrappedBy(shownWidth, text.substr(indent), traits_.width - indent))
    text_ += std::string(indent, ' ') + part + '\n';
}

void Page::heading(std::string_view text) {
  line();
  line(paint(Style::Heading, text));
}

void Page::fact(std::string_view name, std::string_view value) {
  bool first = true;
  for (const std::string &part : cli::wrapped(value, traits_.width - kFactWidth - 2)) {
    text_ += "  " + paint(Style::Dim, cli::padded(first ? name : "", kFactWidth)) + part + '\n';
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
