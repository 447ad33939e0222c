#include "cli/lsp/LineChanges.h"

#include <algorithm>

namespace fsfind::lsp {

void LineChanges::add(std::uint32_t first, std::uint32_t removed, std::uint32_t added,
                      std::size_t kept) {
  const Change change{first, removed, added};
  const bool again = changes_.size() > kept && changes_.back() == change && removed == added;
  if (!again)
    changes_.push_back(change);
}

std::optional<std::uint32_t> LineChanges::now(std::uint32_t line, std::size_t from) const {
  for (std::size_t i = from; i < changes_.size(); ++i) {
    const Change &change = changes_[i];
    if (line < change.first)
      continue;
    if (line - change.first < change.removed)
      return std::nullopt;
    line += change.added - change.removed; // modulo 2^32, and so right if lines went
  }
  return line;
}

LineChanges LineChanges::takeFirst(std::size_t count) {
  const auto end = changes_.begin() + static_cast<std::ptrdiff_t>(std::min(count, changes_.size()));
  LineChanges first;
  first.changes_.assign(changes_.begin(), end);
  changes_.erase(changes_.begin(), end);
  return first;
}

} // namespace fsfind::lsp
