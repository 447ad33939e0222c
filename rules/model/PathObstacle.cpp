#include "rules/model/PathObstacle.h"

#include <algorithm>
#include <filesystem>
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

std::optional<Error> strayLink(const std::string &path) {
  std::error_code error;
  if (!fs::is_symlink(path, error))
    return std::nullopt;
  const fs::path target = fs::canonical(path, error);
  if (error)
    return std::nullopt;
  const fs::path folder = fs::canonical(fs::absolute(path, error).parent_path(), error);
  const auto [end, at] = std::mismatch(folder.begin(), folder.end(), target.begin(), target.end());
  const fs::path top =
      folder.relative_path().empty() ? fs::path() : *folder.relative_path().begin();
  if (error || end == folder.end() || top == "dev" || top == "proc")
    return std::nullopt;
  return Error{path,
               {},
               "is a link to " + target.string() + ", which lies in another folder",
               "name that file, or remove the link"};
}

} // namespace fsfind
