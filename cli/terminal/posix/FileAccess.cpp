#include "cli/terminal/FileAccess.h"

#include "c2c-ingest/base/Descriptor.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/EndableOutput.h"
#include "cli/terminal/OutputError.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::cli {

namespace {

bool isPipe(const std::string &path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

/// Opens a device or a pipe. A pipe that nobody has opened to read could not be waited for by
/// open(2): requests to end are held where files are written.
int openToWrite(const std::string &path) {
  constexpr int kMilliseconds = 20;
  const EndRequests held;
  for (;; poll(nullptr, 0, kMilliseconds)) {
    const int wait = isPipe(path) ? O_NONBLOCK : 0;
    const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC | wait);
    if (descriptor >= 0 || errno != ENXIO || wait == 0)
      return descriptor;
    if (held.arePending()) {
      errno = EINTR;
      return -1;
    }
  }
}

} // namespace

bool meansFull(int error) {
  return error == ENOSPC || error == EDQUOT;
}

bool isSpecial(const std::string &path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

Expected<void> writeSpecial(const std::string &path, std::string_view text) {
  const Descriptor descriptor(openToWrite(path));
  if (descriptor.number() < 0)
    return failure(outputError(path, errno));
  return writeEndable(descriptor.number(), path, text);
}

bool isSameFile(const std::string &output, const std::string &input) {
  struct stat from{}, to{};
  if (stat(output.c_str(), &to) != 0)
    return false;
  const int known = input == "-" ? fstat(STDIN_FILENO, &from) : stat(input.c_str(), &from);
  return known == 0 && S_ISREG(from.st_mode) && from.st_dev == to.st_dev &&
         from.st_ino == to.st_ino;
}

TemporaryFile::TemporaryFile(const std::string &target)
    : path_(target + ".XXXXXX"), descriptor_(mkstemp(path_.data())), opened_(descriptor_ >= 0) {}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
  if (opened_ && !kept_)
    unlink(path_.c_str());
}

bool TemporaryFile::takeMode(const std::string &target) {
  // mkstemp() allows only the owner to read.
  struct stat old{};
  if (stat(target.c_str(), &old) == 0)
    return fchmod(descriptor_, old.st_mode & 0777U) == 0;
  const mode_t mask = umask(0);
  umask(mask);
  return fchmod(descriptor_, 0666U & ~mask) == 0;
}

bool TemporaryFile::becomes(const std::string &target) {
  const int closed = close(descriptor_);
  descriptor_ = -1;
  kept_ = closed == 0 && rename(path_.c_str(), target.c_str()) == 0;
  return kept_;
}

} // namespace fsfind::cli
