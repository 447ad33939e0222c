#include "c2c-ingest/base/TemporaryFolder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>

namespace fsfind {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRandomLetters = 6; // mkdtemp(3)

/// A folder of this user's, but no link to one; else nothing.
Descriptor openOwn(const std::string &path) {
  Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status{};
  if (folder.number() >= 0 && fstat(folder.number(), &status) == 0 && status.st_uid == geteuid())
    return folder;
  return Descriptor();
}

enum class Lock : std::uint8_t { Ours, Others, Impossible };

Lock lock(const Descriptor &folder) {
  if (flock(folder.number(), LOCK_EX | LOCK_NB) == 0)
    return Lock::Ours;
  return errno == EWOULDBLOCK ? Lock::Others : Lock::Impossible;
}

bool isOld(const Descriptor &folder) {
  constexpr time_t kDay = 24 * 60 * 60; // seconds
  struct stat status{};
  return fstat(folder.number(), &status) == 0 && time(nullptr) - status.st_mtim.tv_sec > kDay;
}

/// Whether the path still leads to the folder.
bool isAt(const Descriptor &folder, const std::string &path) {
  struct stat held{}, named{};
  return fstat(folder.number(), &held) == 0 && lstat(path.c_str(), &named) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

/// Removes the folders of processes that were killed.
void removeAbandoned(const std::string &base, const std::string &begins) {
  std::error_code error, ignored;
  for (fs::directory_iterator at(base, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(begins) || name.size() != begins.size() + kRandomLetters)
      continue;
    const Descriptor folder = openOwn(at->path().string());
    if (folder.number() < 0)
      continue;
    const Lock got = lock(folder);
    if (got == Lock::Ours || (got == Lock::Impossible && isOld(folder)))
      fs::remove_all(at->path(), ignored);
  }
}

} // namespace

std::string placeOfTemporaries() {
  std::error_code none;
  const fs::path base = fs::temp_directory_path(none);
  return none ? "/tmp" : base.string();
}

Expected<TemporaryFolder> TemporaryFolder::in(const std::string &base, const std::string &begins) {
  constexpr int kTries = 100;
  removeAbandoned(base, begins);
  for (int i = 0; i < kTries; ++i) {
    std::string path = base + "/" + begins + std::string(kRandomLetters, 'X');
    if (mkdtemp(path.data()) == nullptr)
      break;
    Descriptor folder = openOwn(path);
    // Another process may have taken it for abandoned before it was locked.
    if (folder.number() >= 0 && lock(folder) != Lock::Others && isAt(folder, path))
      return TemporaryFolder(std::move(path), std::move(folder));
    errno = EAGAIN;
  }
  return failure({base,
                  {},
                  std::string("cannot make a temporary folder: ") + std::strerror(errno),
                  "set TMPDIR to a folder that can be written to"});
}

Expected<TemporaryFolder> TemporaryFolder::make() {
  return in(placeOfTemporaries());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty())
    fs::remove_all(path_, ignored);
}

} // namespace fsfind
