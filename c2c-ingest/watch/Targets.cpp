#include "c2c-ingest/watch/Targets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <utility>

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

Targets::Targets(const SamplingRequest &request)
    : all_cpus_(request.all_cpus), silent_(request.silent), command_(request.command) {
  for (const std::uint32_t pid : request.pids)
    processes_.push_back(
        {static_cast<pid_t>(pid), Descriptor(openProcess(static_cast<pid_t>(pid)))});
}

Targets::~Targets() {
  if (command_.empty() || processes_.empty())
    return;
  const int process = processes_.front().handle.number();
  if (!endsWithin(process, 0)) {
    sendSignal(process, SIGTERM);
    if (!endsWithin(process, kPatience))
      sendSignal(process, SIGKILL);
  }
  waitpid(processes_.front().pid, nullptr, WNOHANG);
}

Expected<void> Targets::begin() {
  if (command_.empty() || !processes_.empty())
    return {};
  pid_t process = -1;
  if (const int error = SpawnPlan(silent_).start(command_, process); error != 0)
    return failure(
        {command_[0], {}, std::string("cannot be started: ") + std::strerror(error), {}});
  Descriptor handle(openProcess(process));
  if (handle.number() < 0)
    return failure({command_[0], {}, "cannot be followed: the kernel has no pidfd_open", {}});
  processes_.push_back({process, std::move(handle)});
  return {};
}

/// A process that has ended, but that its parent has not asked for, does not live: there is nothing
/// to sample. kill(2) does not tell that.
bool Targets::Process::lives() const {
  if (handle.number() >= 0)
    return !endsWithin(handle.number(), 0);
  return kill(pid, 0) == 0 || errno != ESRCH;
}

bool Targets::alive() const {
  return all_cpus_ || std::any_of(processes_.begin(), processes_.end(),
                                  [](const Process &one) { return one.lives(); });
}

std::string Targets::pids() const {
  std::vector<pid_t> living;
  for (const Process &one : processes_)
    if (one.lives())
      living.push_back(one.pid);
  return fmt::format("{}", fmt::join(living, ","));
}

std::string Targets::text() const {
  if (!command_.empty())
    return command_[0];
  if (all_cpus_)
    return "all CPUs";
  std::vector<pid_t> all;
  for (const Process &one : processes_)
    all.push_back(one.pid);
  return fmt::format("{} {}", all.size() == 1 ? "process" : "processes", fmt::join(all, ", "));
}

} // namespace fsfind::watch
