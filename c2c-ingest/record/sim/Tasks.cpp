#include "c2c-ingest/record/sim/Tasks.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fsfind::record::sim {

namespace {

int operation(int plain, Among among) {
  return among == Among::Threads ? plain | FUTEX_PRIVATE_FLAG : plain;
}

/// The state by proc(5)'s stat, whose third field follows the name in parentheses; 0 if there is no
/// such thread.
char stateIn(const char *path) {
  char text[256];
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  const ssize_t size = read(file, text, sizeof(text) - 1);
  close(file);
  text[std::max<ssize_t>(size, 0)] = 0;
  const char *name_end = std::strrchr(text, ')');
  return name_end != nullptr && name_end[1] == ' ' ? name_end[2] : '\0';
}

} // namespace

bool futexWait(std::atomic<std::uint32_t> &word, std::uint32_t value, std::int64_t nanoseconds,
               Among among) {
  timespec timeout{};
  timeout.tv_nsec = nanoseconds;
  const long result =
      syscall(SYS_futex, &word, operation(FUTEX_WAIT, among), value, &timeout, nullptr, 0);
  return result == 0 || errno != ETIMEDOUT;
}

void futexWake(std::atomic<std::uint32_t> &word, int threads, Among among) {
  syscall(SYS_futex, &word, operation(FUTEX_WAKE, among), threads, nullptr, nullptr, 0);
}

bool sleeps(std::uint32_t tid) {
  char path[64];
  std::snprintf(path, sizeof(path), "/proc/self/task/%u/stat", tid);
  const char state = stateIn(path);
  return state == 0 || state == 'S';
}

ProcessState stateOfProcess(std::uint32_t pid) {
  char path[320];
  std::snprintf(path, sizeof(path), "/proc/%u/task", pid);
  DIR *folder = opendir(path);
  if (folder == nullptr)
    return kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH ? ProcessState::Ended
                                                                   : ProcessState::Sleeps;
  ProcessState state = ProcessState::Ended;
  while (const dirent *entry = readdir(folder)) {
    if (entry->d_name[0] == '.')
      continue;
    std::snprintf(path, sizeof(path), "/proc/%u/task/%s/stat", pid, entry->d_name);
    const char of_thread = stateIn(path);
    if (of_thread == 'R')
      state = ProcessState::Runs;
    else if (of_thread != 0 && of_thread != 'Z' && of_thread != 'X' && state == ProcessState::Ended)
      state = ProcessState::Sleeps;
  }
  closedir(folder);
  return state;
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
