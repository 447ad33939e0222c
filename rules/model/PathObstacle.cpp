#include "rules/model/PathObstacle.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace fsfind {

namespace fs = std::filesystem;

std::optional<Error> obstacleTo(const std::string &path, const char *absent, const char *remedy) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status))
    return std::nullopt;
  if (status.type() == std::filesystem::file_type::not_found)
    return Error{path, {}, absent, remedy};
  const bool forbidden = error == std::errc::permission_denied;
  return Error{path,
               {},
               "cannot be reached: " + error.message(),
               forbidden ? "see the permissions of its folders" : "see the links that it leads by"};
}

namespace {

/// The checkout of git that a folder lies in; empty if it lies in none.
fs::path checkoutOf(fs::path folder) {
  std::error_code none;
  for (; folder.has_relative_path(); folder = folder.parent_path())
    if (fs::exists(folder / ".git", none))
      return folder;
  return {};
}

} // namespace

bool isWithin(const fs::path &path, const fs::path &folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

namespace {

/// A folder on the way to `path` that is a link out of the checkout in which it lies.
std::optional<Error> strayFolder(const std::string &path) {
  std::error_code error;
  fs::path folder = fs::absolute(path, error).lexically_normal().parent_path();
  for (; !error && folder.has_relative_path(); folder = folder.parent_path()) {
    if (!fs::is_symlink(folder, error))
      continue;
    const fs::path root = checkoutOf(fs::canonical(folder.parent_path(), error));
    const fs::path target = fs::canonical(folder, error);
    if (!error && !root.empty() && !isWithin(target, root))
      return Error{path,
                   {},
                   fmt::format("lies behind {}, a link out of the checkout, to {}", folder.string(),
                               target.string()),
                   "name a file in that folder, or remove the link"};
  }
  return std::nullopt;
}

} // namespace

std::optional<Error> strayLink(const std::string &path) {
  if (auto stray = strayFolder(path))
    return stray;
  std::error_code error;
  if (!fs::is_symlink(path, error))
    return std::nullopt;
  const fs::path target = fs::canonical(path, error);
  if (error)
    return std::nullopt;
  const fs::path folder = fs::canonical(fs::absolute(path, error).parent_path(), error);
  const fs::path top =
      folder.relative_path().empty() ? fs::path() : *folder.relative_path().begin();
  if (error || isWithin(target, folder) || top == "dev" || top == "proc")
    return std::nullopt;
  return Error{path,
               {},
               "is a link to " + target.string() + ", which lies in another folder",
               "name that file, or remove the link"};
}

Expected<std::string> writtenFile(const std::string &path) {
  if (auto stray = strayLink(path))
    return failure(std::move(*stray));
  std::error_code none;
  const auto resolved = fs::canonical(path, none);
  return none ? path : resolved.string();
}

} // namespace fsfind
