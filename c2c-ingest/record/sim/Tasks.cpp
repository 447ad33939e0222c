#include "c2c-ingest/record/sim/Tasks.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fsfind::record::sim {

bool futexWait(std::atomic<std::uint32_t> &word, std::uint32_t value, std::int64_t nanoseconds) {
  timespec timeout{};
  timeout.tv_nsec = nanoseconds;
  const long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, &timeout, nullptr, 0);
  return result == 0 || errno != ETIMEDOUT;
}

void futexWake(std::atomic<std::uint32_t> &word, int threads) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, threads, nullptr, nullptr, 0);
}

/// State S (sleeping) by proc(5)'s stat, whose third field follows the name in parentheses.
bool sleeps(std::uint32_t tid) {
  char path[64], text[256];
  std::snprintf(path, sizeof(path), "/proc/self/task/%u/stat", tid);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return true;
  const ssize_t size = read(file, text, sizeof(text) - 1);
  close(file);
  text[std::max<ssize_t>(size, 0)] = 0;
  const char *name_end = std::strrchr(text, ')');
  return name_end != nullptr && std::strncmp(name_end, ") S", 3) == 0;
}

std::string contentOf(const char *path) {
  std::string content;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return content;
  char part[16384];
  for (ssize_t size; (size = read(file, part, sizeof(part))) > 0;)
    content.append(part, static_cast<std::size_t>(size));
  close(file);
  return content;
}

} // namespace fsfind::record::sim
