#include "rules/input/SystemInput.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace fsfind::system_input {

namespace {

constexpr int kTick = 100; // ms

/// Pipes of pipe(2) are on a file system of their own, FIFOs on that of their folder.
bool isShellPipe(int descriptor) {
  struct statfs where{};
  return fstatfs(descriptor, &where) == 0 &&
         static_cast<unsigned long>(where.f_type) == PIPEFS_MAGIC;
}

bool isNull(const struct stat &status) {
  constexpr unsigned kMajor = 1, kMinor = 3; // Documentation/admin-guide/devices.txt
  return S_ISCHR(status.st_mode) && status.st_rdev == makedev(kMajor, kMinor);
}

Form formOf(int descriptor, const struct stat &status) {
  if (S_ISREG(status.st_mode))
    return Form::File;
  if (S_ISDIR(status.st_mode))
    return Form::Folder;
  if (isNull(status))
    return Form::Null;
  return S_ISFIFO(status.st_mode) && isShellPipe(descriptor) ? Form::ShellPipe : Form::Stream;
}

/// Signals that are not blocked end the program or are ignored; they need no look.
bool isAskedToEnd() {
  sigset_t pending;
  sigemptyset(&pending);
  sigpending(&pending);
  return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 ||
         sigismember(&pending, SIGHUP) == 1;
}

} // namespace

int openToLook(const std::string &path) {
  return open(path.c_str(), O_PATH | O_CLOEXEC);
}

bool openToRead(int &descriptor) {
  const std::string same = "/proc/self/fd/" + std::to_string(descriptor); // proc(5)
  const int readable = open(same.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (readable < 0)
    return false;
  close(descriptor);
  descriptor = readable;
  return true;
}

int openStandardInput() {
  return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

void closeInput(int descriptor) {
  close(descriptor);
}

bool look(int descriptor, Shape &shape) {
  struct stat status{};
  if (fstat(descriptor, &status) != 0)
    return false;
  shape.form = formOf(descriptor, status);
  shape.size = shape.form == Form::File ? static_cast<std::uint64_t>(status.st_size) : 0;
  return true;
}

bool await(int descriptor) {
  pollfd one{descriptor, POLLIN, 0};
  while (!isAskedToEnd()) {
    const int ready = poll(&one, 1, kTick);
    if (ready > 0 || (ready < 0 && errno != EINTR))
      return true; // read(2) tells what is wrong
  }
  return false;
}

std::ptrdiff_t readSome(int descriptor, char *bytes, std::size_t count) {
  ssize_t size = 0;
  while ((size = read(descriptor, bytes, count)) < 0 && errno == EINTR) {
  }
  return size;
}

} // namespace fsfind::system_input
