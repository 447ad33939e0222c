#include "cli/fix/TextPlaces.h"

#include <algorithm>
#include <string>

namespace fsfind::fix {

namespace {

/// As far behind `to` as `place` is behind `from`.
TextPlace moved(TextPlace place, TextPlace from, TextPlace to) {
  if (place.line != from.line)
    return {to.line + (place.line - from.line), place.column};
  return {to.line, to.column + (place.column - from.column)};
}

/// Behind a text that begins at `begin`.
TextPlace behind(TextPlace begin, const std::string &text) {
  const auto breaks = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  const std::size_t last = text.rfind('\n');
  if (last == std::string::npos)
    return {begin.line, begin.column + static_cast<std::uint32_t>(text.size())};
  return {begin.line + breaks, static_cast<std::uint32_t>(text.size() - last)};
}

} // namespace

TextPlace placeBefore(const std::vector<Edit> &edits, TextPlace after) {
  TextPlace old{1, 1}, now{1, 1}; // the same place in both texts, behind the edits so far
  for (const Edit &edit : edits) {
    const TextPlace begin{edit.line, edit.column};
    const TextPlace put = moved(begin, old, now);
    if (after < put)
      break;
    old = {edit.end_line, edit.end_column};
    now = behind(put, edit.text);
    if (after < now)
      return begin;
  }
  return moved(after, now, old);
}

} // namespace fsfind::fix
