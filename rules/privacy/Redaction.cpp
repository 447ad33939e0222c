#include "rules/privacy/Redaction.h"

#include "rules/model/AuthorFrame.h"
#include "rules/model/TextParts.h"
#include "rules/privacy/TextPaths.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace fsfind {

namespace {

std::string withSlash(std::string folder) {
  if (!folder.ends_with('/'))
    folder += '/';
  return folder;
}

/// Without `.`, `..` and slashes that say nothing: `//srv/a` is `/srv/a` (path_resolution(7)).
std::string normalised(const std::string &path) {
  const std::size_t name = path.find_first_not_of('/');
  const std::size_t extra = name == std::string::npos || name == 0 ? 0 : name - 1;
  return std::filesystem::path(path.substr(extra)).lexically_normal().string();
}

/// Memory without a file, as the kernel and perf name it: `//anon`, `[heap]`.
bool isPseudoFile(std::string_view path) {
  return path == "//anon" || (path.starts_with('[') && path.find('/') == std::string_view::npos);
}

} // namespace

Redaction::Redaction(KeptSecrets kept, std::vector<std::string> projects, RootOf root_of)
    : kept_(kept), root_of_(std::move(root_of)) {
  for (std::string &project : projects)
    projects_.push_back(withSlash(std::filesystem::path(project).lexically_normal().string()));
  std::sort(projects_.begin(), projects_.end(), [](const std::string &a, const std::string &b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
}

std::string Redaction::shortened(const std::string &path) const {
  const std::string plain = normalised(path);
  if (!plain.starts_with('/'))
    return plain.starts_with("..") ? baseName(plain) : plain;
  for (const std::string &project : projects_)
    if (plain.starts_with(project))
      return plain.substr(project.size());
  if (isLibraryFile(plain))
    return plain;
  const std::string root = root_of_ ? root_of_(plain) : "";
  return !root.empty() && plain.starts_with(withSlash(root)) ? plain.substr(withSlash(root).size())
                                                             : baseName(plain);
}

std::string Redaction::file(const std::string &path) {
  if (kept_.paths || path.empty() || isPseudoFile(path))
    return path;
  const auto [known, added] = files_.try_emplace(path);
  if (added)
    known->second = shortened(path);
  return known->second;
}

std::string Redaction::module(const std::string &path) const {
  return kept_.paths || isPseudoFile(path) ? path : baseName(path);
}

std::string Redaction::text(std::string_view text) {
  if (kept_.paths || text.find('/') == std::string_view::npos)
    return std::string(text);
  std::string out;
  std::size_t copied = 0;
  for (std::optional<TextPath> path = nextPath(text, 0, known_); path;
       path = nextPath(text, copied, known_)) {
    out += text.substr(copied, path->begin - copied);
    const std::string found(text.substr(path->begin, path->end - path->begin));
    out += path->names_only ? module(found) : file(found);
    copied = path->end;
  }
  out += text.substr(copied);
  return out;
}

} // namespace fsfind
