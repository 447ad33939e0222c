#include "cli/check/Trust.h"

#include "cli/check/Files.h"

namespace fsfind::check {

std::vector<std::string> trustedFolders(const std::string &folder) {
  const std::string here = absolutePath(folder);
  return {here, absolutePath(repositoryRoot(here))};
}

} // namespace fsfind::check
