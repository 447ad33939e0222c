#include "rules/privacy/KnownPaths.h"

#include <algorithm>
#include <cctype>

namespace fsfind {

namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool isBlank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// Whether a path that is known may end before byte `at`.
bool mayEnd(std::string_view text, std::size_t at) {
  constexpr std::string_view kBehindPaths = "'\"`)>]},;:|";
  if (at >= text.size() || isBlank(text[at]) || kBehindPaths.find(text[at]) != kNone)
    return true;
  return text[at] == '.' && (at + 1 == text.size() || isBlank(text[at + 1]));
}

} // namespace

void KnownPaths::add(const std::string &path) {
  const std::size_t first = path.find('/');
  const std::size_t last = path.rfind('/');
  if (first == kNone || last == 0 || !paths_.insert(path).second)
    return;
  for (std::size_t slash = last; slash != kNone && slash != 0; slash = path.rfind('/', slash - 1))
    if (!folders_.insert(path.substr(0, slash + 1)).second)
      return; // those above it are known, too
}

void KnownPaths::addModule(const std::string &path) {
  add(path);
  if (const std::size_t slash = path.rfind('/'); slash != kNone)
    module_folders_.insert(path.substr(0, slash + 1));
}

KnownPaths::Match KnownPaths::at(std::string_view text, std::size_t at) const {
  Match best;
  const std::string_view rest = text.substr(at);
  for (std::size_t slash = rest.find('/', 1);
       slash != kNone && folders_.contains(rest.substr(0, slash + 1));
       slash = rest.find('/', slash + 1)) {
    best.length = slash + 1;
    best.module = best.module || module_folders_.contains(rest.substr(0, best.length));
  }
  if (best.length == 0)
    return best;
  // Only names of that folder are left, none of which holds a slash.
  const std::size_t limit = std::min(rest.find('/', best.length), rest.size());
  for (std::size_t end = limit; end > best.length; --end)
    if (mayEnd(rest, end) && paths_.contains(rest.substr(0, end)))
      return {end, true, module_folders_.contains(rest.substr(0, best.length))};
  return best;
}

} // namespace fsfind
