#include "cli/terminal/FileAccess.h"

#include "cli/terminal/Output.h"
#include "cli/terminal/OutputError.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <ostream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace fsfind::cli {

bool meansFull(int error) {
  return error == ENOSPC;
}

bool isSpecial(const std::string &path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

Expected<void> writeSpecial(const std::string &path, std::string_view text) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_BINARY | O_NOINHERIT);
  if (descriptor < 0)
    return failure(outputError(path, errno));
  Expected<void> result = writeTo(descriptor, path, [&](std::ostream &out) { out << text; });
  if (close(descriptor) != 0 && result)
    return failure(outputError(path, errno));
  return result;
}

bool isSameFile(const std::string &output, const std::string &input) {
  std::error_code none;
  return input != "-" && std::filesystem::equivalent(output, input, none);
}

TemporaryFile::TemporaryFile(const std::string &target)
    : path_(target + ".XXXXXX"), descriptor_(mkstemp(path_.data())), opened_(descriptor_ >= 0) {}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
  if (opened_ && !kept_)
    unlink(path_.c_str());
}

bool TemporaryFile::takeMode(const std::string &) {
  return descriptor_ >= 0; // who may read it is the folder's matter
}

bool TemporaryFile::becomes(const std::string &target) {
  const int closed = close(descriptor_);
  descriptor_ = -1;
  // rename() of the C library does not replace a file here.
  std::error_code error;
  if (closed == 0)
    std::filesystem::rename(path_, target, error);
  kept_ = closed == 0 && !error;
  if (error)
    errno = error.default_error_condition().value();
  return kept_;
}

} // namespace fsfind::cli
