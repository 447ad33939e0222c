#include "cli/check/WorkerPool.h"

#include "analyzer/worker/Messages.h"
#include "c2c-ingest/base/Descriptor.h"
#include "cli/check/Files.h"
#include "cli/terminal/DescriptorBuffer.h"
#include "cli/terminal/EndRequests.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <ostream>
#include <sched.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace fsfind::check {

namespace {

using Clock = std::chrono::steady_clock;

/// Blocks the signals that a pool waits for, during its lifetime: ends of workers, and requests to
/// end the program.
class SignalWait {
public:
  SignalWait() {
    sigemptyset(&ends_of_children_);
    sigaddset(&ends_of_children_, SIGCHLD);
    sigorset(&awaited_, &requests_.signals(), &ends_of_children_);
    pthread_sigmask(SIG_BLOCK, &ends_of_children_, &before_);
  }
  ~SignalWait() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalWait(const SignalWait &) = delete;
  SignalWait &operator=(const SignalWait &) = delete;

  /// The next signal; 0 if there is none before `until`.
  [[nodiscard]] int next(Clock::time_point until) const {
    const auto left = std::max(std::chrono::nanoseconds(until - Clock::now()),
                               std::chrono::nanoseconds(std::chrono::milliseconds(1)));
    const timespec patience{static_cast<time_t>(left.count() / 1'000'000'000),
                            static_cast<long>(left.count() % 1'000'000'000)};
    return std::max(0, sigtimedwait(&awaited_, nullptr, &patience));
  }

private:
  const cli::EndRequests requests_;
  sigset_t ends_of_children_{}, awaited_{}, before_{};
};

/// Attributes and redirections for posix_spawn.
class SpawnPlan {
public:
  SpawnPlan() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    sigset_t blocked;
    sigemptyset(&blocked);
    posix_spawnattr_setsigmask(&attributes_, &blocked);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan &) = delete;
  SpawnPlan &operator=(const SpawnPlan &) = delete;

  void redirect(int descriptor, const std::string &path, int flags) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), flags, 0600);
  }
  void give(int descriptor, int open_here) {
    posix_spawn_file_actions_adddup2(&actions_, open_here, descriptor);
  }
  /// Returns 0, or the errno of the failure.
  int start(const std::string &program, pid_t &child) {
    std::string name = program;
    std::array<char *, 2> words = {name.data(), nullptr};
    return posix_spawn(&child, program.c_str(), &actions_, &attributes_, words.data(), environ);
  }

private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// Who may rename the folder of a run may put another one there, with links to files of the user's.
constexpr int kNewFile = O_CREAT | O_TRUNC | O_NOFOLLOW;

/// Returns 0, or the errno of the failure.
int writeRequest(const std::string &path, const std::string &request) {
  const Descriptor file(open(path.c_str(), kNewFile | O_WRONLY | O_CLOEXEC, 0600));
  if (file.number() < 0)
    return errno;
  cli::DescriptorBuffer buffer(file.number());
  std::ostream(&buffer) << request << std::flush;
  return buffer.error();
}

struct Running {
  std::size_t unit = 0;
  pid_t process = 0;
  Clock::time_point deadline;
  bool timed_out = false;
};

std::string firstLine(const std::string &text) {
  return text.substr(0, std::min(text.find('\n'), std::size_t{300}));
}

std::string problemOf(int status, const std::string &said) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return "";
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return "the worker was killed, perhaps for want of memory (-j, --unit-memory)";
  const std::string how = WIFSIGNALED(status)
                              ? fmt::format("the worker crashed ({})", strsignal(WTERMSIG(status)))
                              : "the worker failed";
  return said.empty() ? how : how + ": " + firstLine(said);
}

class Pool {
public:
  explicit Pool(const PoolOptions &options) : options_(options) {}
  ~Pool() {
    for (const Running &one : running_) {
      kill(one.process, SIGKILL);
      waitpid(one.process, nullptr, 0);
    }
  }
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;

  [[nodiscard]] bool full() const { return running_.size() >= options_.jobs; }
  [[nodiscard]] bool idle() const { return running_.empty() && not_started_.empty(); }
  [[nodiscard]] bool late() const { return Clock::now() >= options_.until; }

  Expected<void> start(std::size_t unit, const std::string &request) {
    const std::string in = file(unit, "in"), facts = factsFile(options_, unit);
    const auto refuse = [&](const std::string &path, int error) {
      not_started_.emplace_back(
          unit,
          WorkerEnd{fmt::format("{}: cannot be written: {}", path, std::strerror(error)), ""});
    };
    if (const int error = writeRequest(in, request); error != 0) {
      refuse(in, error);
      return {};
    }
    const Descriptor open_facts(open(facts.c_str(), kNewFile | O_RDWR | O_CLOEXEC, 0600));
    if (open_facts.number() < 0) {
      refuse(facts, errno);
      return {};
    }
    SpawnPlan plan;
    plan.redirect(STDIN_FILENO, in, O_RDONLY | O_NOFOLLOW);
    plan.redirect(STDOUT_FILENO, file(unit, "out"), kNewFile | O_WRONLY);
    plan.redirect(STDERR_FILENO, file(unit, "err"), kNewFile | O_WRONLY);
    plan.give(analyzer::kFactsDescriptor, open_facts.number());
    Running one{unit, 0, Clock::now() + options_.unit_timeout, false};
    if (const int number = plan.start(options_.worker, one.process); number != 0)
      return failure({options_.worker,
                      {},
                      std::string("cannot be started: ") + std::strerror(number),
                      "install fsfind whole, or build the target fsfind-facts"});
    running_.push_back(one);
    return {};
  }

  /// Waits for the end of a worker, a request to end, or a timeout, and kills workers whose time is
  /// up. Returns the signal that asks to end, else 0.
  int wait() {
    if (!not_started_.empty())
      return 0;
    Clock::time_point until = options_.until;
    for (const Running &one : running_)
      until = std::min(until, one.deadline);
    const int signal = signals_.next(until);
    for (Running &one : running_)
      if (Clock::now() >= one.deadline && !one.timed_out) {
        one.timed_out = true;
        one.deadline = Clock::now() + std::chrono::hours(1);
        kill(one.process, SIGKILL);
      }
    return signal == SIGCHLD ? 0 : signal;
  }

  /// Removes a worker that has ended from the pool and returns its unit; empty if none has.
  std::optional<std::pair<std::size_t, WorkerEnd>> reap() {
    if (!not_started_.empty()) {
      auto ended = std::move(not_started_.back());
      not_started_.pop_back();
      return ended;
    }
    for (auto at = running_.begin(); at != running_.end(); ++at) {
      int status = 0;
      if (waitpid(at->process, &status, WNOHANG) != at->process)
        continue;
      const Running ended = *at;
      running_.erase(at);
      return std::pair(ended.unit, endOf(ended, status));
    }
    return std::nullopt;
  }

private:
  [[nodiscard]] std::string file(std::size_t unit, const char *ending) const {
    return fmt::format("{}/{}.{}", options_.folder, unit, ending);
  }

  WorkerEnd endOf(const Running &ended, int status) const {
    WorkerEnd end;
    end.problem =
        ended.timed_out
            ? fmt::format("took longer than {} s (--unit-timeout)", options_.unit_timeout.count())
            : problemOf(status, readFile(file(ended.unit, "err")).value_or(""));
    end.output = readFile(file(ended.unit, "out")).value_or("");
    for (const char *ending : {"in", "out", "err"})
      unlink(file(ended.unit, ending).c_str());
    return end;
  }

  const PoolOptions &options_;
  SignalWait signals_;
  std::vector<Running> running_;
  std::vector<std::pair<std::size_t, WorkerEnd>> not_started_;
};

} // namespace

std::string factsFile(const PoolOptions &options, std::size_t i) {
  return fmt::format("{}/{}.facts", options.folder, options.earlier + i);
}

Expected<int> runWorkers(const PoolOptions &options, std::size_t units,
                         const std::function<std::string(std::size_t i)> &request,
                         const std::function<void(std::size_t i, WorkerEnd)> &done) {
  Pool pool(options);
  std::size_t next = 0;
  while ((next < units || !pool.idle()) && !pool.late()) {
    for (; next < units && !pool.full(); ++next)
      FSFIND_CHECK(pool.start(next, request(next)));
    if (const int signal = pool.wait(); signal != 0)
      return signal;
    while (auto ended = pool.reap())
      done(ended->first, std::move(ended->second));
  }
  return 0;
}

unsigned defaultJobs() {
  cpu_set_t allowed;
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  const auto processors = static_cast<unsigned>(known ? CPU_COUNT(&allowed) : 1);
  std::ifstream memory("/proc/meminfo");
  std::string word;
  std::uint64_t kilobytes = 0;
  while (memory >> word)
    if (word == "MemAvailable:")
      memory >> kilobytes;
  const auto by_memory = static_cast<unsigned>(kilobytes >> 20U);
  return std::max(1U, kilobytes == 0 ? processors : std::min(processors, by_memory));
}

} // namespace fsfind::check
