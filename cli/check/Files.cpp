#include "cli/check/Files.h"

#include "rules/input/InputFile.h"

#include <filesystem>

namespace fsfind::check {

namespace fs = std::filesystem;

Expected<std::string> readFile(const std::string &path) {
  return readInput(path, input::kProjectFile);
}

std::string absolutePath(const std::string &path) {
  std::error_code error;
  if (path.empty())
    return {};
  // weakly_canonical() returns a relative path if not even its first part exists.
  const fs::path named = fs::absolute(path, error);
  const fs::path full = fs::weakly_canonical(named, error);
  return error ? named.string() : full.string();
}

std::string namedPath(const std::string &path) {
  std::error_code error;
  return fs::absolute(path, error).lexically_normal().string();
}

std::string repositoryRoot(const std::string &folder) {
  std::error_code none;
  for (fs::path at = folder; at.has_relative_path(); at = at.parent_path())
    if (fs::exists(at / ".git", none))
      return at.string();
  return folder;
}

bool isBelow(const std::string &path, const std::string &folder) {
  if (!path.starts_with(folder))
    return false;
  return path.size() == folder.size() || folder.ends_with('/') || path[folder.size()] == '/';
}

std::string shownPath(const std::string &path, const std::string &base) {
  for (const std::string &one : {path, absolutePath(path)})
    if (isBelow(one, base) && one.size() > base.size() + 1) {
      const std::string shown = one.substr(base.ends_with('/') ? base.size() : base.size() + 1);
      // A line that begins so is a command to what runs jobs at GitHub.
      return shown.starts_with("::") || shown.starts_with("##[") ? "./" + shown : shown;
    }
  return path;
}

std::string shownText(const std::string &text, const std::string &base) {
  const std::string prefix = base.ends_with('/') ? base : base + '/';
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins =
        at == 0 || std::string_view(" '\"(=").find(text[at - 1]) != std::string_view::npos;
    if (begins && prefix.size() > 1 && text.compare(at, prefix.size(), prefix) == 0)
      at += prefix.size();
    else
      shown += text[at++];
  }
  return shown;
}

} // namespace fsfind::check
