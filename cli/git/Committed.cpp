#include "cli/git/Committed.h"

#include "cli/check/Files.h"
#include "cli/git/Forms.h"
#include "cli/git/Repository.h"
#include "cli/git/Whereabouts.h"

#include <filesystem>
#include <sstream>

namespace fsfind::git {

namespace {

namespace fs = std::filesystem;

/// Whether git, which goes by what the environment names, asks the repository of `dot_git`.
bool isAsked(const std::string &dot_git) {
  const auto place = whereaboutsBy(dot_git);
  if (!place || !*place)
    return false;
  for (const char *variable : {"GIT_DIR", "GIT_INDEX_FILE"})
    if (const std::string named = fromEnvironment(variable);
        !named.empty() &&
        !check::isBelow(check::absolutePath(fs::path(dot_git).parent_path() / named),
                        (*place)->folder))
      return false;
  return true;
}

/// Whether the index of the work tree in `top` has entries in `folder`, or one that it is part of,
/// as of a submodule.
Expected<bool> hasTracked(const std::string &top, const std::string &folder) {
  const Error untold{top + "/.git", {}, "git does not ask it", ""};
  if (!isAsked(top + "/.git"))
    return failure(untold);
  FSFIND_TRY(const Repository repository, Repository::of(top, Files::Unread));
  const fs::path below = fs::path(folder).lexically_relative(top);
  FSFIND_TRY(const Printed listed,
             repository.printed(
                 {"--literal-pathspecs", "ls-files", "-z", "--", below.begin()->string()}, top));
  if (repository.root() != top || !listed.succeeded)
    return failure(untold);
  std::istringstream entries(listed.text);
  for (std::string entry; std::getline(entries, entry, '\0');)
    if (const std::string path = fs::path(top) / entry;
        check::isBelow(path, folder) || check::isBelow(folder, path))
      return true;
  return false;
}

} // namespace

std::string whyMayBeCommitted(const std::string &folder) {
  std::error_code none;
  const std::string real = check::absolutePath(folder);
  if (!fs::exists(real, none))
    return {};
  if (formAt(real + "/.git") != Form::Nothing)
    return "it is a work tree of git";
  for (fs::path at = real; at.has_relative_path();) {
    at = at.parent_path();
    if (formAt(at / ".git") == Form::Nothing)
      continue;
    const Expected<bool> tracked = hasTracked(at, real);
    if (!tracked)
      return "it lies in a checkout, and git does not tell whether it was committed";
    if (*tracked)
      return "files in it are committed";
  }
  return {};
}

} // namespace fsfind::git
