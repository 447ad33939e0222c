#include "cli/prove/WorkingCopy.h"

#include "c2c-ingest/record/Host.h"
#include "cli/check/Files.h"
#include "cli/terminal/Output.h"

#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <linux/fs.h>
#include <ostream>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::prove {

namespace {

namespace fs = std::filesystem;

/// Present beside a folder while its copy is not whole, or a build has not ended.
std::string unfinishedMark(const std::string &folder) {
  return folder + ".unfinished";
}

Error copyFailed(const std::string &path, const std::error_code &why) {
  return {path,
          {},
          "cannot be copied: " + why.message(),
          why == std::errc::no_space_on_device ? "make room there, or name another folder with "
                                                 "--prove-dir"
                                               : "see that it can be read"};
}

/// Makes `to` share the blocks of `from` (ioctl_ficlone(2)).
bool clone(const fs::path &from, const fs::path &to) {
  struct stat status{};
  const int source = open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (source < 0)
    return false;
  const bool known = fstat(source, &status) == 0;
  const int target = open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  bool cloned = known && target >= 0 && ioctl(target, FICLONE, source) == 0;
  cloned = cloned && fchmod(target, status.st_mode & 07777U) == 0;
  close(source);
  if (target >= 0)
    close(target);
  if (!cloned && target >= 0)
    unlink(to.c_str());
  return cloned;
}

/// A link to an absolute path in the project becomes one into the copy, so that nothing is written
/// through it.
void copyLink(const fs::path &from, const fs::path &to, const std::string &root,
              const std::string &folder, std::error_code &error) {
  const std::string target = fs::read_symlink(from, error).string();
  const bool inside = check::isBelow(target, root);
  fs::create_symlink(inside ? folder + target.substr(root.size()) : target, to, error);
}

Expected<void> copyFile(const ProjectFiles &files, const std::string &path,
                        const std::string &folder) {
  const fs::path from = fs::path(files.root) / path, to = fs::path(folder) / path;
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  if (!error && fs::is_symlink(from, error)) {
    copyLink(from, to, files.root, folder, error);
  } else if (!error) {
    if (!clone(from, to))
      fs::copy_file(from, to, error);
    if (!error)
      fs::last_write_time(to, fs::last_write_time(from, error), error);
  }
  if (error)
    return failure(copyFailed(from.string(), error));
  return {};
}

/// Gives the copy git's data by a clone that borrows the repository's objects. It is not needed to
/// build most projects, so that a failure is none of the copy's.
Expected<void> addRepository(const std::string &root, const std::string &folder, Shell &shell) {
  const std::string git = record::Host::thisOne().findProgram("git").value_or("");
  const std::vector<std::vector<std::string>> commands = {
      {git, "clone", "-q", "--shared", "--no-checkout", "--", root, folder},
      {git, "-C", folder, "reset", "-q"}};
  for (const std::vector<std::string> &command : commands) {
    const auto ran = shell.run(command, "", "/dev/null", "/dev/null");
    if (!ran && shell.interruptedBy() != 0)
      return failure(ran.error());
    if (!ran || ran->exit_code != 0)
      break;
  }
  return {};
}

Expected<void> checkSpace(const ProjectFiles &files, const std::string &folder) {
  std::error_code error;
  const fs::space_info space = fs::space(fs::path(folder).parent_path(), error);
  if (error || space.available >= files.bytes)
    return {};
  return failure({folder,
                  {},
                  fmt::format("the disk has {} MB left, and the project has {} MB",
                              space.available / kMegabyte, files.bytes / kMegabyte),
                  "make room there, or name another folder with --prove-dir"});
}

} // namespace

bool WorkingCopy::isWhole(const std::string &folder) {
  std::error_code error;
  return fs::exists(folder, error) && !fs::exists(unfinishedMark(folder), error);
}

Expected<WorkingCopy> WorkingCopy::of(const ProjectFiles &files, const std::string &folder,
                                      Shell &shell) {
  WorkingCopy copy(folder);
  if (isWhole(folder))
    return copy;
  std::error_code error;
  FSFIND_CHECK(checkSpace(files, folder));
  copy.beginBuild();
  fs::remove_all(folder, error);
  if (files.repository)
    FSFIND_CHECK(addRepository(files.root, folder, shell));
  for (const std::string &path : files.paths)
    FSFIND_CHECK(copyFile(files, path, folder));
  copy.endBuild();
  return copy;
}

Expected<void> WorkingCopy::put(const std::map<std::string, std::string> &texts) const {
  for (const auto &[path, text] : texts) {
    const std::string full = check::absolutePath(folder_ + "/" + path);
    const auto now = check::readFile(full);
    if (!now || *now != text)
      FSFIND_CHECK(cli::writeFile(full, [&](std::ostream &out) { out << text; }));
  }
  return {};
}

void WorkingCopy::beginBuild() const {
  std::ofstream mark(unfinishedMark(folder_));
}

void WorkingCopy::endBuild() const {
  std::error_code error;
  fs::remove(unfinishedMark(folder_), error);
}

} // namespace fsfind::prove
