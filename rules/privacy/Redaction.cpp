#include "rules/privacy/Redaction.h"

#include "rules/model/AuthorFrame.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace fsfind {

namespace {

std::string nameOf(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

std::string withSlash(std::string folder) {
  if (!folder.ends_with('/'))
    folder += '/';
  return folder;
}

/// Memory without a file: `//anon`, `[heap]`.
bool isPseudoFile(std::string_view path) {
  return path.starts_with("//") || path.starts_with('[');
}

/// What may stand before the path in a text; after a letter a slash is none's beginning.
bool mayBeginAfter(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("'\"`(<[{=,;:|@").find(c) != std::string_view::npos;
}

bool endsPath(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("'\"`)>]},;:|").find(c) != std::string_view::npos;
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
  const std::string plain = std::filesystem::path(path).lexically_normal().string();
  if (!plain.starts_with('/'))
    return plain.starts_with("..") ? nameOf(plain) : plain;
  for (const std::string &project : projects_)
    if (plain.starts_with(project))
      return plain.substr(project.size());
  if (isLibraryFile(plain))
    return plain;
  const std::string root = root_of_ ? root_of_(plain) : "";
  return !root.empty() && plain.starts_with(withSlash(root)) ? plain.substr(withSlash(root).size())
                                                             : nameOf(plain);
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
  return kept_.paths || isPseudoFile(path) ? path : nameOf(path);
}

std::string Redaction::text(std::string_view text) {
  if (kept_.paths || text.find('/') == std::string_view::npos)
    return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool path = text[at] == '/' && (at == 0 || mayBeginAfter(text[at - 1]));
    if (!path) {
      out += text[at++];
      continue;
    }
    const auto end =
        std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), endsPath);
    const std::string word(text.begin() + static_cast<std::ptrdiff_t>(at), end);
    // `/` alone parts two names, and `/x` holds no folder.
    out += word.find('/', 1) == std::string::npos ? word : file(word);
    at += word.size();
  }
  return out;
}

} // namespace fsfind
