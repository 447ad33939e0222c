#include "cli/check/Trust.h"

#include "cli/check/Files.h"
#include "cli/terminal/Environment.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace fsfind::check {

namespace {

namespace fs = std::filesystem;

fs::path commonFolder(const fs::path &one, const fs::path &other) {
  fs::path common;
  const auto [end, rest] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  for (auto part = one.begin(); part != end; ++part)
    common /= *part;
  return common;
}

/// Whether the folder holds the homes of users, or is one.
bool holdsHome(const fs::path &folder) {
  const auto home = cli::processEnvironment("HOME");
  return !folder.has_relative_path() || (home && isBelow(absolutePath(*home), folder.string())) ||
         folder == "/home";
}

} // namespace

std::vector<std::string> trustedFolders(const std::string &folder, const std::string &source,
                                        const std::vector<CompileCommand> &commands) {
  std::set<std::string> folders;
  const auto add = [&](const std::string &named) {
    folders.insert(absolutePath(named));
    folders.insert(absolutePath(repositoryRoot(absolutePath(named))));
  };
  add(folder);
  std::error_code error;
  if (source.empty() || !fs::exists(source, error))
    return {folders.begin(), folders.end()};
  fs::path common = absolutePath(source);
  if (!fs::is_directory(common, error))
    common = common.parent_path();
  add(common.string());
  for (const CompileCommand &command : commands)
    if (!holdsHome(common))
      common = commonFolder(common, fs::path(command.file).parent_path().lexically_normal());
  if (!holdsHome(common))
    folders.insert(common.string());
  return {folders.begin(), folders.end()};
}

} // namespace fsfind::check
