#include "cli/terminal/FileAccess.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::cli {

bool meansFull(int error) {
  return error == ENOSPC || error == EDQUOT;
}

bool isSpecial(const std::string &path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

int openToWrite(const std::string &path) {
  return open(path.c_str(), O_WRONLY | O_CLOEXEC);
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
