#include "c2c-ingest/record/ChildProcess.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fsfind::record {

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned long kAsItIs = 0xffffffff; // personality(2) then sets nothing

/// Signals that `runChild` takes out of the queue itself instead of being interrupted by them.
sigset_t awaitedSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD})
    sigaddset(&set, signal);
  return set;
}

class BlockedSignals {
public:
  explicit BlockedSignals(const sigset_t &set) { pthread_sigmask(SIG_BLOCK, &set, &before_); }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;
  [[nodiscard]] const sigset_t &before() const { return before_; }

private:
  sigset_t before_{};
};

/// fsfind ignores SIGPIPE; the commands it starts get the default action again.
class SpawnAttributes {
public:
  explicit SpawnAttributes(const sigset_t &mask) {
    posix_spawnattr_init(&attributes_);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setsigmask(&attributes_, &mask);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes &) = delete;
  SpawnAttributes &operator=(const SpawnAttributes &) = delete;
  [[nodiscard]] const posix_spawnattr_t *get() const { return &attributes_; }

private:
  posix_spawnattr_t attributes_{};
};

std::vector<char *> pointers(const std::vector<std::string> &words) {
  std::vector<char *> result;
  for (const std::string &word : words)
    result.push_back(const_cast<char *>(word.c_str())); // posix_spawn does not write to them
  return result;
}

/// True if another `NAME=value` has the same name.
struct SameName {
  std::string_view variable;
  bool operator()(std::string_view other) const {
    return variable.substr(0, variable.find('=')) == other.substr(0, other.find('='));
  }
};

std::vector<char *> environmentWith(const std::vector<std::string> &variables) {
  std::vector<char *> result = pointers(variables);
  for (char **variable = environ; *variable; ++variable)
    if (std::none_of(variables.begin(), variables.end(), SameName{*variable}))
      result.push_back(*variable);
  result.push_back(nullptr);
  return result;
}

Expected<pid_t> start(const std::vector<std::string> &arguments,
                      const std::vector<std::string> &variables, const sigset_t &mask,
                      const posix_spawn_file_actions_t *files) {
  std::vector<char *> words = pointers(arguments);
  words.push_back(nullptr);
  const SpawnAttributes attributes(mask);
  pid_t child = 0;
  const int error = posix_spawn(&child, words[0], files, attributes.get(), words.data(),
                                environmentWith(variables).data());
  if (error != 0)
    return failure(
        {arguments[0], {}, std::string("cannot be started: ") + std::strerror(error), {}});
  return child;
}

int exitCodeOf(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Waits for one child and answers signals meanwhile.
class Supervisor {
public:
  Supervisor(pid_t child, const Watch &watch) : child_(child), watch_(watch) {}

  ChildEnd wait(const sigset_t &signals) {
    constexpr timespec kTick = {0, 200'000'000};
    int status = 0;
    for (;;) {
      siginfo_t info{};
      if (sigtimedwait(&signals, &info, &kTick) > 0 && info.si_signo != SIGCHLD)
        passOn(info);
      const pid_t gone = waitpid(child_, &status, WNOHANG);
      if (gone == child_ || (gone < 0 && errno != EINTR))
        return {exitCodeOf(status), ending_};
      checkLimits();
    }
  }

private:
  /// A terminal (SI_KERNEL) interrupts the whole process group, so the child has had that signal.
  void passOn(const siginfo_t &info) {
    const bool first = ending_ == Ending::Itself;
    if (first)
      ending_ = Ending::Interrupted;
    if (!first)
      kill(child_, SIGKILL);
    else if (info.si_code != SI_KERNEL)
      kill(child_, info.si_signo);
  }

  void checkLimits() {
    const auto elapsed = Clock::now() - started_;
    if (watch_.progress)
      watch_.progress(elapsed);
    if (ending_ == Ending::Itself) {
      if (watch_.duration && elapsed >= *watch_.duration)
        stop(Ending::TimeLimit);
      else if (watch_.full && watch_.full())
        stop(Ending::SizeLimit);
    } else if (stopped_ && Clock::now() - *stopped_ > kPatience) {
      kill(child_, SIGKILL);
    }
  }

  void stop(Ending why) {
    ending_ = why;
    stopped_ = Clock::now();
    kill(child_, watch_.stop_signal);
  }

  static constexpr std::chrono::seconds kPatience{5};
  pid_t child_;
  const Watch &watch_;
  Clock::time_point started_ = Clock::now();
  std::optional<Clock::time_point> stopped_;
  Ending ending_ = Ending::Itself;
};

std::string readSome(int descriptor) {
  constexpr std::size_t kMost = 1U << 16;
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count > 0 && text.size() < kMost)
      text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count == 0 || (count < 0 && errno != EINTR))
      return text;
  }
}

} // namespace

Expected<ChildEnd> runChild(const std::vector<std::string> &arguments,
                            const std::vector<std::string> &variables, const Watch &watch) {
  const sigset_t signals = awaitedSignals();
  const BlockedSignals blocked(signals);
  FSFIND_TRY(const pid_t child, start(arguments, variables, blocked.before(), nullptr));
  return Supervisor(child, watch).wait(signals);
}

FixedAddresses::FixedAddresses() : before_(personality(kAsItIs)) {
  if (before_ >= 0)
    personality(static_cast<unsigned long>(before_) | ADDR_NO_RANDOMIZE);
}

FixedAddresses::~FixedAddresses() {
  if (before_ >= 0)
    personality(static_cast<unsigned long>(before_));
}

Expected<std::string> outputOf(const std::vector<std::string> &arguments) {
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    return failure(
        {arguments[0], {}, std::string("cannot be started: ") + std::strerror(errno), {}});
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, pipe_ends[1], STDOUT_FILENO);
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  const auto child = start(arguments, {}, mask, &files);
  posix_spawn_file_actions_destroy(&files);
  close(pipe_ends[1]);
  std::string text = child ? readSome(pipe_ends[0]) : std::string();
  close(pipe_ends[0]);
  if (!child)
    return failure(child.error());
  int status = 0;
  while (waitpid(*child, &status, 0) < 0 && errno == EINTR) {
  }
  if (exitCodeOf(status) != 0)
    return failure({arguments[0], {}, "failed", {}});
  return text;
}

} // namespace fsfind::record
