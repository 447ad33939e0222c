#include "cli/fix/Territory.h"

#include "cli/check/Files.h"

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::fix {

namespace {

/// Whether nobody may write the file, or not this user. Replacing it would be possible even then,
/// if its folder can be written to.
bool isReadOnly(const std::string &path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0)
    return false;
  constexpr mode_t kAnyWrites = S_IWUSR | S_IWGRP | S_IWOTH;
  return (status.st_mode & kAnyWrites) == 0 || access(path.c_str(), W_OK) != 0;
}

/// Why the file is not to be written; empty if it may be.
std::string obstacleTo(const std::string &path, const std::string &project) {
  if (!check::isBelow(path, project))
    return path + ": is outside the project and not written; --force writes it";
  if (path.find("/.git/") != std::string::npos)
    return path + ": is git's own and not written; --force writes it";
  return isReadOnly(path) ? path + ": is read-only and not written; --force writes it"
                          : std::string();
}

} // namespace

std::vector<std::string> dropForeignEdits(std::vector<Finding> &findings,
                                          const std::string &current) {
  const std::string project = check::repositoryRoot(current);
  std::vector<std::string> lines;
  for (Finding &finding : findings) {
    std::string obstacle;
    for (const Edit &edit : finding.edits())
      if (obstacle.empty())
        obstacle = obstacleTo(check::absolutePath(edit.file), project);
    if (obstacle.empty())
      continue;
    for (Advice &advice : finding.advice)
      advice.edits.clear();
    if (std::find(lines.begin(), lines.end(), obstacle) == lines.end())
      lines.push_back(std::move(obstacle));
  }
  return lines;
}

} // namespace fsfind::fix
