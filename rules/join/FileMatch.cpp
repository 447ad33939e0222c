#include "rules/join/FileMatch.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace fsfind {

namespace {

/// A path's parts without `.` and `..`, the file's name first.
using PathParts = std::vector<std::string>;

PathParts partsOf(const std::string &path) {
  PathParts parts;
  for (const auto &part : std::filesystem::path(path).lexically_normal())
    if (part != "." && !part.empty())
      parts.push_back(part.string());
  std::reverse(parts.begin(), parts.end());
  return parts;
}

std::size_t commonEnd(const PathParts &a, const PathParts &b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<std::size_t>(end - a.begin());
}

bool isEndOf(const PathParts &end, const PathParts &whole) {
  return commonEnd(end, whole) == end.size();
}

std::set<PathParts> partsOf(const std::set<std::string> &paths) {
  std::set<PathParts> all;
  for (const std::string &path : paths)
    all.insert(partsOf(path));
  return all;
}

/// `file` itself if `others` has it, else the path with the longest common end; null if no path has
/// a common end, or several have the longest.
const PathParts *closest(const PathParts &file, const std::set<PathParts> &others) {
  if (const auto same = others.find(file); same != others.end())
    return &*same;
  const PathParts *best = nullptr;
  std::size_t longest = 0;
  for (const PathParts &other : others) {
    const std::size_t common = commonEnd(file, other);
    if (common > longest)
      best = &other;
    else if (common == longest)
      best = nullptr;
    longest = std::max(longest, common);
  }
  return best;
}

/// Whether another file of the measurement has as long a common end with `source`. A path that is
/// the end of the other is taken as a second name of the same file, and is no rival.
bool isRivalled(const PathParts &file, const PathParts &source,
                const std::set<PathParts> &measured) {
  const std::size_t common = commonEnd(file, source);
  return std::any_of(measured.begin(), measured.end(), [&](const PathParts &other) {
    return !isEndOf(other, file) && !isEndOf(file, other) && commonEnd(other, source) >= common;
  });
}

/// Whether both are files here, and different ones: of two checkouts one was measured.
bool areTwoFiles(const std::string &measured, const std::string &source) {
  std::error_code none;
  return measured != source && std::filesystem::path(measured).is_absolute() &&
         std::filesystem::exists(measured, none) && std::filesystem::exists(source, none) &&
         !std::filesystem::equivalent(measured, source, none);
}

const std::string &foundIn(const std::map<std::string, std::string> &all, const std::string &key) {
  static const std::string kNone;
  const auto found = all.find(key);
  return found == all.end() ? kNone : found->second;
}

} // namespace

FileMatch::FileMatch(const std::set<std::string> &measured, const std::set<std::string> &sources) {
  const std::set<PathParts> all_measured = partsOf(measured), all_sources = partsOf(sources);
  std::map<PathParts, std::string> name_of;
  for (const std::string &source : sources)
    name_of.try_emplace(partsOf(source), source);
  for (const std::string &file : measured) {
    const PathParts parts = partsOf(file);
    const PathParts *source = parts.empty() ? nullptr : closest(parts, all_sources);
    if (source != nullptr && !isRivalled(parts, *source, all_measured))
      (areTwoFiles(file, name_of[*source]) ? other_than_ : source_of_)[file] = name_of[*source];
  }
}

const std::string &FileMatch::sourceOf(const std::string &measured) const {
  return foundIn(source_of_, measured);
}

const std::string &FileMatch::otherThan(const std::string &measured) const {
  return foundIn(other_than_, measured);
}

} // namespace fsfind
