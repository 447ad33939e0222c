#include "cli/prove/ProveFolder.h"

#include "cli/check/FactsCache.h"
#include "cli/prove/ProveState.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

namespace fsfind::prove {

namespace {

namespace fs = std::filesystem;

constexpr const char *kLock = "lock";
constexpr const char *kState = "state.json";
constexpr const char *kRemedy = "name another folder with --prove-dir";

} // namespace

Expected<ProveFolder> ProveFolder::open(const std::string &path) {
  if (const std::string trouble = check::makeOwnFolder(path); !trouble.empty())
    return failure({path, {}, trouble, kRemedy});
  const std::string file = path + "/" + kLock;
  const int lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (lock < 0)
    return failure(
        {path, {}, std::string("cannot be written to: ") + std::strerror(errno), kRemedy});
  ProveFolder folder(path, lock);
  if (flock(lock, LOCK_EX | LOCK_NB) != 0)
    return failure({path, {}, "another fsfind proves the same just now", "wait for it to end"});
  return folder;
}

ProveFolder::~ProveFolder() {
  if (lock_ >= 0)
    close(lock_);
}

Expected<void> ProveFolder::enter(const std::string &name, bool repeat) {
  std::error_code error;
  const bool ended = ProveState(path_ + "/" + name + "/" + kState).isFinished();
  for (const auto &entry : fs::directory_iterator(path_, error))
    if (entry.path().filename() != kLock && (entry.path().filename() != name || (ended && !repeat)))
      fs::remove_all(entry.path(), error);
  path_ += "/" + name;
  fs::create_directories(path_, error);
  if (error)
    return failure({path_, {}, "cannot be made: " + error.message(), kRemedy});
  return {};
}

std::string ProveFolder::statePath() const {
  return path_ + "/" + kState;
}

void ProveFolder::removeCopies() const {
  std::error_code error;
  for (const auto &entry : fs::directory_iterator(path_, error))
    if (entry.path().filename() != kState)
      fs::remove_all(entry.path(), error);
}

} // namespace fsfind::prove
