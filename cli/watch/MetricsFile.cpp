#include "cli/watch/MetricsFile.h"

#include "cli/terminal/FileAccess.h"
#include "cli/terminal/Output.h"
#include "rules/model/PathObstacle.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <ostream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace fsfind::watch {

namespace {

constexpr const char *kRemedy = "name a file in a folder that can be written, with --metrics";

Expected<void> withRemedy(Expected<void> result) {
  if (!result)
    result.error().remedy = kRemedy;
  return result;
}

/// `.NAME.lock` beside the file.
std::string lockPathOf(const std::string &path) {
  const std::filesystem::path file(path);
  return (file.parent_path() / ("." + file.filename().string() + ".lock")).string();
}

/// Whether the name still is the file that was locked: who held it before may have removed it.
bool isThere(int lock, const std::string &path) {
  struct stat held{}, named{};
  return fstat(lock, &held) == 0 && stat(path.c_str(), &named) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

} // namespace

Expected<MetricsFile> MetricsFile::open(const std::string &path) {
  if (!path.ends_with(".prom"))
    return failure({"--metrics " + path,
                    {},
                    "the textfile collector reads only files that are called so: NAME.prom",
                    "let the name end in .prom"});
  FSFIND_CHECK(withRemedy(cli::tryOutput(path)));
  constexpr mode_t kMode = 0600;
  FSFIND_TRY(const std::string target,
             cli::isSpecial(path) ? Expected<std::string>(path) : writtenFile(path));
  const std::string lock_path = lockPathOf(target);
  const int lock = ::open(lock_path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, kMode);
  if (lock < 0)
    return failure(
        {lock_path, {}, std::string("cannot be made: ") + std::strerror(errno), kRemedy});
  MetricsFile file(path, lock_path, lock);
  if (flock(lock, LOCK_EX | LOCK_NB) == 0 && isThere(lock, lock_path))
    return file;
  file.lock_path_.clear(); // it is another's
  return failure(
      {path, {}, "another fsfind watch writes this file", "end that one, or name another file"});
}

MetricsFile::MetricsFile(MetricsFile &&other) noexcept
    : path_(std::move(other.path_)), lock_path_(std::exchange(other.lock_path_, {})),
      lock_(std::exchange(other.lock_, -1)) {}

MetricsFile::~MetricsFile() {
  if (!lock_path_.empty())
    unlink(lock_path_.c_str());
  if (lock_ >= 0)
    close(lock_);
}

Expected<void> MetricsFile::write(const std::string &text) const {
  return withRemedy(cli::writeFile(path_, [&](std::ostream &out) { out << text; }));
}

} // namespace fsfind::watch
