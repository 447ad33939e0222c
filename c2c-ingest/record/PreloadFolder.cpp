#include "c2c-ingest/record/PreloadFolder.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::record {

namespace {

namespace fs = std::filesystem;

/// The loader takes these as separators (ld.so(8)).
constexpr const char *kSeparators = " \t\n:";
constexpr const char *kPrefix = "fsfind-preload-";
constexpr const char *kInner = "etc", *kList = "ld.so.preload";
// Whatever the umask: the program may change its user.
constexpr mode_t kFolderForAll = 0755, kFileForAll = 0644;

/// Opens a folder of this user's, but no link to one, and locks it. -1 if it is another's, or if a
/// process that lives has locked it.
int lockOwn(const std::string &path) {
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat status{};
  if (folder < 0)
    return -1;
  if (fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
      flock(folder, LOCK_EX | LOCK_NB) == 0)
    return folder;
  close(folder);
  return -1;
}

/// Removes a folder that this process has locked, following no link. What is not of our making
/// stays.
void removeLocked(const std::string &path, int folder) {
  const int inner = openat(folder, kInner, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (inner >= 0) {
    unlinkat(inner, kList, 0);
    close(inner);
    unlinkat(folder, kInner, AT_REMOVEDIR);
  }
  rmdir(path.c_str());
  close(folder);
}

/// Removes the folders of processes that were killed: a lock ends with its process.
void removeAbandoned(const fs::path &temporary) {
  std::error_code error;
  for (fs::directory_iterator at(temporary, error), end; !error && at != end; at.increment(error))
    if (const std::string path = at->path().string();
        at->path().filename().string().starts_with(kPrefix))
      if (const int folder = lockOwn(path); folder >= 0)
        removeLocked(path, folder);
}

/// The text of the list of libraries: ours before those that the host loads anyway.
std::string listOf(const std::vector<std::string> &libraries, const Host &host) {
  std::string list;
  for (const std::string &library : libraries)
    list += library + '\n';
  return list + host.read("/etc/ld.so.preload").value_or("");
}

} // namespace

PreloadFolder::PreloadFolder(const std::vector<std::string> &libraries, const Host &host) {
  const bool nameable = std::none_of(libraries.begin(), libraries.end(), [](const auto &library) {
    return library.find_first_of(kSeparators) != std::string::npos;
  });
  const bool taken = std::getenv("QEMU_LD_PREFIX") != nullptr; // the user has such a folder
  if (libraries.empty() || !nameable || taken)
    return;
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  if (error)
    return;
  removeAbandoned(temporary);
  std::string path = (temporary / kPrefix).string() + "XXXXXX";
  if (mkdtemp(path.data()) == nullptr)
    return;
  folder_ = lockOwn(path); // fails if another process takes it for abandoned, and removes it
  if (folder_ < 0)
    return;
  path_ = path;
  const std::string inner = path_ + '/' + kInner, file = inner + '/' + kList;
  fs::create_directory(inner, error);
  std::ofstream(file) << listOf(libraries, host);
  chmod(path_.c_str(), kFolderForAll);
  chmod(inner.c_str(), kFolderForAll);
  chmod(file.c_str(), kFileForAll);
}

PreloadFolder::~PreloadFolder() {
  if (folder_ >= 0)
    removeLocked(path_, folder_);
}

} // namespace fsfind::record
