#include "c2c-ingest/watch/Targets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace fsfind::watch {

namespace {

constexpr int kPatience = 5000; ///< milliseconds until a command is killed that does not end

/// pidfd_open(2), for which older C libraries have no function. A process that was reaped is still
/// told as ended, and no other is taken for it.
int openProcess(pid_t process) {
  return static_cast<int>(syscall(SYS_pidfd_open, process, 0));
}

void sendSignal(int process, int signal) {
  syscall(SYS_pidfd_send_signal, process, signal, nullptr, 0);
}

/// Whether the process ends within so many milliseconds.
bool endsWithin(int process, int milliseconds) {
  pollfd ended{process, POLLIN, 0};
  return poll(&ended, 1, milliseconds) > 0;
}

/// The attributes and file actions of posix_spawn(3): default signals, none blocked.
class SpawnPlan {
public:
  explicit SpawnPlan(bool silent) {
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_init(&actions_);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE); // fsfind ignores them
    sigaddset(&defaults, SIGXFSZ);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (silent)
      posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, STDERR_FILENO, STDOUT_FILENO);
  }
  ~SpawnPlan() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnPlan(const SpawnPlan &) = delete;
  SpawnPlan &operator=(const SpawnPlan &) = delete;

  [[nodiscard]] int start(const std::vector<std::string> &command, pid_t &process) const {
    std::vector<char *> words;
    for (const std::string &word : command)
      words.push_back(const_cast<char *>(word.c_str())); // posix_spawn does not write to them
    words.push_back(nullptr);
    return posix_spawnp(&process, words[0], &actions_, &attributes_, words.data(), environ);
  }

private:
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t actions_{};
};

} // namespace

Targets::~Targets() {
  const int process = process_.number();
  if (process < 0)
    return;
  if (!endsWithin(process, 0)) {
    sendSignal(process, SIGTERM);
    if (!endsWithin(process, kPatience))
      sendSignal(process, SIGKILL);
  }
  waitpid(pids_.front(), nullptr, WNOHANG);
}

Expected<void> Targets::begin() {
  if (command_.empty() || process_.number() >= 0)
    return {};
  pid_t process = -1;
  if (const int error = SpawnPlan(silent_).start(command_, process); error != 0)
    return failure(
        {command_[0], {}, std::string("cannot be started: ") + std::strerror(error), {}});
  pids_ = {process};
  process_ = Descriptor(openProcess(process));
  if (process_.number() < 0)
    return failure({command_[0], {}, "cannot be followed: the kernel has no pidfd_open", {}});
  return {};
}

bool Targets::alive() const {
  if (process_.number() >= 0)
    return !endsWithin(process_.number(), 0);
  return all_cpus_ || !pids().empty();
}

std::string Targets::pids() const {
  std::vector<pid_t> living;
  for (const pid_t pid : pids_)
    if (kill(pid, 0) == 0 || errno != ESRCH)
      living.push_back(pid);
  return fmt::format("{}", fmt::join(living, ","));
}

std::string Targets::text() const {
  if (!command_.empty())
    return command_[0];
  if (all_cpus_)
    return "all CPUs";
  return fmt::format("{} {}", pids_.size() == 1 ? "process" : "processes", fmt::join(pids_, ", "));
}

} // namespace fsfind::watch
