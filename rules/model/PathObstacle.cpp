#include "rules/model/PathObstacle.h"

#include <filesystem>
#include <system_error>

namespace fsfind {

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

} // namespace fsfind
