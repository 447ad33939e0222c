#include "cli/terminal/Output.h"

#include "cli/terminal/DescriptorBuffer.h"
#include "cli/terminal/EndRequests.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <ostream>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::cli {

namespace {

Error writeError(const std::string &name, int number) {
  const bool full = number == ENOSPC || number == EDQUOT;
  return {name,
          {},
          std::string("cannot write: ") + std::strerror(number),
          full ? "free some space or write elsewhere with -o FILE"
               : "write elsewhere with -o FILE"};
}

/// A temporary file beside `target`; removed at the end unless becomes() has renamed it.
class Temporary {
public:
  explicit Temporary(const std::string &target)
      : path_(target + ".XXXXXX"), descriptor_(mkstemp(path_.data())) {}
  ~Temporary() {
    if (descriptor_ >= 0)
      close(descriptor_);
    if (opened_ && !kept_)
      unlink(path_.c_str());
  }
  Temporary(const Temporary &) = delete;
  Temporary &operator=(const Temporary &) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Sets the permissions: those of the file that is replaced, or those that open(2) would give a
  /// new one. mkstemp's allow only the owner to read.
  bool takeMode(const std::string &target) {
    struct stat old{};
    if (stat(target.c_str(), &old) == 0)
      return fchmod(descriptor_, old.st_mode & 0777U) == 0;
    const mode_t mask = umask(0);
    umask(mask);
    return fchmod(descriptor_, 0666U & ~mask) == 0;
  }

  bool becomes(const std::string &target) {
    const int closed = close(descriptor_);
    descriptor_ = -1;
    kept_ = closed == 0 && rename(path_.c_str(), target.c_str()) == 0;
    return kept_;
  }

private:
  std::string path_;
  int descriptor_;
  bool opened_ = descriptor_ >= 0;
  bool kept_ = false;
};

bool isSpecial(const std::string &path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

/// What is replaced: the target of a symbolic link, not the link.
std::string targetOf(const std::string &path) {
  std::error_code none;
  const auto resolved = std::filesystem::canonical(path, none);
  return none ? path : resolved.string();
}

Expected<void> writeSpecial(const std::string &path, const Writer &writer) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0)
    return failure(writeError(path, errno));
  Expected<void> result = writeTo(descriptor, path, writer);
  if (close(descriptor) != 0 && result)
    return failure(writeError(path, errno));
  return result;
}

} // namespace

Expected<void> writeTo(int descriptor, const std::string &name, const Writer &writer) {
  DescriptorBuffer buffer(descriptor);
  std::ostream stream(&buffer);
  writer(stream);
  stream.flush();
  if (buffer.error() != 0 && buffer.error() != EPIPE)
    return failure(writeError(name, buffer.error()));
  return {};
}

Expected<void> writeFile(const std::string &path, const Writer &writer) {
  if (isSpecial(path))
    return writeSpecial(path, writer);
  const EndRequests held; // an interrupt waits until the file is whole
  const std::string target = targetOf(path);
  Temporary temporary(target);
  if (temporary.descriptor() < 0)
    return failure(writeError(path, errno));
  FSFIND_CHECK(writeTo(temporary.descriptor(), path, writer));
  if (!temporary.takeMode(target) || !temporary.becomes(target))
    return failure(writeError(path, errno));
  return {};
}

Expected<void> tryOutput(const std::string &path) {
  if (path == "-" || isSpecial(path))
    return {};
  const EndRequests held; // an interrupt waits until the temporary file is gone
  const Temporary temporary(targetOf(path));
  if (temporary.descriptor() < 0)
    return failure(writeError(path, errno));
  return {};
}

Expected<void> keepInput(const std::string &output, const std::string &input) {
  struct stat from{}, to{};
  if (output == "-" || stat(output.c_str(), &to) != 0)
    return {};
  const int known = input == "-" ? fstat(STDIN_FILENO, &from) : stat(input.c_str(), &from);
  if (known != 0 || !S_ISREG(from.st_mode) || from.st_dev != to.st_dev || from.st_ino != to.st_ino)
    return {};
  return failure({output, {}, "would be overwritten, but is what is read", "give -o another file"});
}

Expected<void> writeOutput(const std::string &path, const Writer &writer) {
  return path == "-" ? writeTo(STDOUT_FILENO, "standard output", writer) : writeFile(path, writer);
}

} // namespace fsfind::cli
