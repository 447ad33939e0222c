#include "cli/report/review/SourceTexts.h"

#include "cli/check/Trust.h"
#include "cli/terminal/Text.h"

#include <algorithm>

namespace fsfind::report {

SourceText::SourceText(std::string bytes) : bytes_(std::move(bytes)), starts_{0} {
  for (std::size_t at = 0; at < bytes_.size(); ++at)
    if (bytes_[at] == '\n')
      starts_.push_back(at + 1);
}

std::string_view SourceText::line(std::uint32_t number) const {
  if (number == 0 || number > starts_.size())
    return {};
  const std::size_t begin = starts_[number - 1];
  std::string_view text = std::string_view(bytes_).substr(begin);
  text = text.substr(0, text.find('\n'));
  return text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
}

std::optional<std::size_t> SourceText::offset(std::uint32_t number, std::uint32_t column) const {
  if (number == 0 || number > starts_.size() || column == 0 || column > line(number).size() + 1)
    return std::nullopt;
  return starts_[number - 1] + column - 1;
}

const SourceText *SourceTexts::of(const std::string &file) const {
  const auto [at, added] = texts_.try_emplace(file);
  if (added)
    if (Expected<std::string> bytes = check::readNamed(file))
      at->second.emplace(std::move(*bytes));
  return at->second ? &*at->second : nullptr;
}

std::uint32_t SourceTexts::utf16Column(const Place &place) const {
  const SourceText *text = of(place.file);
  return text ? report::utf16Column(text->line(place.line), place.column) : place.column;
}

std::uint32_t utf16Column(std::string_view line, std::uint32_t byte_column) {
  if (byte_column == 0 || byte_column > line.size() + 1)
    return byte_column;
  line = line.substr(0, byte_column - 1);
  std::uint32_t column = 1;
  while (!line.empty()) {
    const std::size_t length = cli::characterLength(line);
    column += length == 4 ? 2U : 1U;
    line.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return column;
}

} // namespace fsfind::report
