#include "cli/commands/LspSettings.h"

#include "cli/check/Files.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace fsfind::cli {

namespace {

/// Takes `:12` from the end of the text; 0 if it does not end so.
std::uint32_t takeNumber(std::string_view &text) {
  const std::size_t colon = text.rfind(':');
  std::uint32_t number = 0;
  if (colon == std::string_view::npos)
    return 0;
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, number);
  if (error != std::errc() || stop != end)
    return 0;
  text = text.substr(0, colon);
  return number;
}

/// The place that errors in configuration files begin with: `file:line:column`, then the end, or
/// `: ` and the key, or the file that is its value.
struct ErrorPlace {
  Place place;
  std::string rest; ///< with the `: `
};

ErrorPlace placeAtBegin(const std::string &where) {
  for (std::size_t end = 0; end < where.size();) {
    end = std::min(where.find(": ", end + 1), where.size());
    std::string_view text = std::string_view(where).substr(0, end);
    const std::uint32_t column = takeNumber(text);
    const std::uint32_t line = column == 0 ? 0 : takeNumber(text);
    if (line != 0)
      return {{std::string(text), line, column}, where.substr(end)};
  }
  return {};
}

} // namespace

lsp::Mistake mistakeOf(const Error &error, const std::string &folder) {
  ErrorPlace at = placeAtBegin(error.where);
  std::string problem = error.remedy.empty() ? error.what : error.what + "; " + error.remedy;
  if (!at.rest.empty())
    problem = at.rest.substr(2) + ": " + problem;
  return {std::move(at.place), check::shownText(problem, folder),
          check::shownText(error.message(), folder)};
}

} // namespace fsfind::cli
