#include "c2c-ingest/record/ChildProcess.h"

#include "c2c-ingest/record/AwaitedSignals.h"
#include "c2c-ingest/record/ProcessTable.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace fsfind::record {

namespace {

using Clock = std::chrono::steady_clock;

/// Signals that `runChild` takes out of the queue itself instead of being interrupted by them.
sigset_t awaitedSignals(const Watch &watch) {
  sigset_t set;
  sigemptyset(&set);
  if (!watch.go_on)
    set = endingSignals();
  sigaddset(&set, SIGCHLD);
  return set;
}

std::vector<char *> pointers(const std::vector<std::string> &words) {
  std::vector<char *> result;
  for (const std::string &word : words)
    result.push_back(const_cast<char *>(word.c_str())); // execve does not write to them
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

/// Descriptors that the command gets as its standard streams.
struct Streams {
  int input = STDIN_FILENO, output = STDOUT_FILENO, error = STDERR_FILENO;
};

struct StartOptions {
  sigset_t mask; ///< of signals, in the command
  Streams streams;
  int death_signal;
  const char *folder = ""; ///< empty: the current one
  bool apart = false;      ///< in a process group of its own
  rlim_t most_data = 0;    ///< 0: as it is
};

/// The files of a ChildPlace, open as long as this object lives.
class StreamFiles {
public:
  explicit StreamFiles(const ChildPlace &place) {
    if (place.apart)
      streams_.input = opened("/dev/null", O_RDONLY);
    if (!place.output.empty())
      streams_.output = opened(place.output, kMake);
    if (!place.error.empty())
      streams_.error = place.error == place.output ? streams_.output : opened(place.error, kMake);
  }
  ~StreamFiles() {
    for (const int file : files_)
      close(file);
  }
  StreamFiles(const StreamFiles &) = delete;
  StreamFiles &operator=(const StreamFiles &) = delete;

  /// Fails if a file could not be opened.
  [[nodiscard]] Expected<Streams> streams() const {
    if (!problem_.what.empty())
      return failure(problem_);
    return streams_;
  }

private:
  static constexpr int kMake = O_WRONLY | O_CREAT | O_TRUNC;

  int opened(const std::string &path, int flags) {
    const int file = open(path.c_str(), flags | O_CLOEXEC, 0666);
    if (file >= 0)
      files_.push_back(file);
    else
      problem_ = {path, {}, std::string("cannot be opened: ") + std::strerror(errno), {}};
    return file;
  }

  std::vector<int> files_;
  Streams streams_;
  Error problem_;
};

void limitData(rlim_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0)
    return;
  limit.rlim_max = std::min(bytes, limit.rlim_max);
  limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
}

/// In the child of fork(2): becomes the command, or writes errno to `report`. fsfind ignores
/// SIGPIPE and SIGXFSZ; the commands it starts get the default action again.
[[noreturn]] void become(char *const *words, char *const *environment, const StartOptions &options,
                         pid_t parent, int report) {
  prctl(PR_SET_PDEATHSIG, options.death_signal);
  if (getppid() != parent) // it died before it was watched
    _exit(128 + options.death_signal);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  if (options.apart)
    setpgid(0, 0);
  if (options.most_data != 0)
    limitData(options.most_data);
  const std::array<int, 3> streams = {options.streams.input, options.streams.output,
                                      options.streams.error};
  for (int i = 0; i < 3; ++i)
    if (streams[static_cast<std::size_t>(i)] != i)
      dup2(streams[static_cast<std::size_t>(i)], i);
  pthread_sigmask(SIG_SETMASK, &options.mask, nullptr);
  if (*options.folder == '\0' || chdir(options.folder) == 0)
    execve(words[0], words, environment);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(report, &error, sizeof(error));
  _exit(127);
}

/// The errno that `become` reported; 0 if the command was started.
int reported(int report) {
  int error = 0;
  ssize_t size = 0;
  while ((size = read(report, &error, sizeof(error))) < 0 && errno == EINTR) {
  }
  return size == sizeof(error) ? error : 0;
}

/// The child is ended by the death signal if the calling thread dies.
Expected<pid_t> start(const std::vector<std::string> &arguments,
                      const std::vector<std::string> &variables, const StartOptions &options) {
  std::vector<char *> words = pointers(arguments);
  words.push_back(nullptr);
  const std::vector<char *> environment = environmentWith(variables);
  const pid_t parent = getpid();
  std::array<int, 2> report{};
  pid_t child = -1;
  int error = pipe2(report.data(), O_CLOEXEC) == 0 ? 0 : errno;
  if (error == 0 && (child = fork()) == 0)
    become(words.data(), environment.data(), options, parent, report[1]);
  if (error == 0) {
    error = child < 0 ? errno : 0;
    close(report[1]);
    error = error == 0 ? reported(report[0]) : error;
    close(report[0]);
  }
  if (error == 0)
    return child;
  if (child > 0)
    waitpid(child, nullptr, 0);
  return failure({arguments[0], {}, std::string("cannot be started: ") + std::strerror(error), {}});
}

/// While this object lives, processes whose parent ends become children of fsfind, so that it knows
/// them. Those that it has when the object is destroyed go on as before.
class Subreaper {
public:
  Subreaper() { prctl(PR_SET_CHILD_SUBREAPER, 1); }
  ~Subreaper() { prctl(PR_SET_CHILD_SUBREAPER, 0); }
  Subreaper(const Subreaper &) = delete;
  Subreaper &operator=(const Subreaper &) = delete;
};

/// The number of processes that outlive the command, without `others`. Many, such as the other
/// programs of a pipe, end within a moment.
std::size_t countOfLeft(const std::vector<pid_t> &others) {
  constexpr int kLooks = 10;
  constexpr timespec kBetween = {0, 50'000'000};
  const auto isNew = [&](pid_t process) {
    return std::find(others.begin(), others.end(), process) == others.end();
  };
  for (int i = 0;; ++i) {
    const auto left = std::ranges::count_if(processesBelow(getpid()), isNew);
    if (i == kLooks || left == 0)
      return static_cast<std::size_t>(left);
    nanosleep(&kBetween, nullptr);
  }
}

int exitCodeOf(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Waits for one child and answers signals meanwhile.
class Supervisor {
public:
  /// If `apart`, the child leads a process group, which is given all signals. `others`: processes
  /// below fsfind that have nothing to do with the child.
  Supervisor(pid_t child, const Watch &watch, bool apart, std::vector<pid_t> others)
      : child_(child), apart_(apart), watch_(watch), others_(std::move(others)) {}

  ChildEnd wait(const sigset_t &signals) {
    constexpr timespec kTick = {0, 200'000'000};
    while (!hasEnded()) {
      siginfo_t info{};
      if (sigtimedwait(&signals, &info, &kTick) > 0 && info.si_signo != SIGCHLD)
        passOn(info);
      checkLimits();
    }
    if (apart_)
      kill(-child_, SIGKILL); // what it has left behind
    if (watch_.ends_as_one && child_was_killed_)
      killRest();
    end_.left = countOfLeft(others_);
    return end_;
  }

private:
  /// Takes note of all children that have ended; others than the command are of processes that have
  /// ended themselves.
  bool hasEnded() {
    for (int status = 0;;) {
      const pid_t gone = waitpid(-1, &status, WNOHANG);
      if (gone == child_)
        end_.exit_code = exitCodeOf(status);
      if (gone == child_ && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        child_was_killed_ = true;
      if (gone == child_ || (gone < 0 && errno != EINTR))
        return true;
      if (gone == 0)
        return false;
    }
  }

  /// A terminal (SI_KERNEL) interrupts the whole process group, so the child has had that signal.
  void passOn(const siginfo_t &info) {
    const bool first = end_.ending == Ending::Itself;
    if (first) {
      end_.ending = Ending::Interrupted;
      end_.interrupted_by = info.si_signo;
    }
    if (!first)
      send(SIGKILL);
    else if (apart_ || info.si_code != SI_KERNEL)
      send(info.si_signo);
    if (first && apart_) // nobody waits for what a build has to say after that
      stopped_ = Clock::now();
  }

  void send(int signal) const { kill(apart_ ? -child_ : child_, signal); }

  void checkLimits() {
    const auto elapsed = Clock::now() - started_;
    if (watch_.progress)
      watch_.progress(elapsed);
    if (end_.ending == Ending::Itself) {
      if (watch_.go_on && !watch_.go_on())
        stop(Ending::Interrupted);
      else if (watch_.duration && elapsed >= *watch_.duration)
        stop(Ending::TimeLimit);
    } else if (stopped_) {
      insist(Clock::now() - *stopped_);
    }
  }

  void stop(Ending why) {
    end_.ending = why;
    stopped_ = Clock::now();
    if (ignoresSignal(child_, watch_.stop_signal))
      return killAll();
    // perf itself ends what it runs; a shell that ends would leave it behind.
    if (!watch_.completes_file)
      for (const pid_t below : processesBelow(child_))
        kill(below, watch_.stop_signal);
    kill(child_, watch_.stop_signal);
  }

  void insist(Clock::duration waited) {
    if (waited > kPatience * (killed_below_ ? 2 : 1))
      killAll();
    else if (waited > kFirstWord && !end_.killed && !std::exchange(told_, true) && watch_.unheeded)
      watch_.unheeded(kPatience - kFirstWord);
  }

  /// Kills the command and what it runs; of one that completes the file at first only the latter.
  void killAll() {
    end_.killed = true;
    for (const pid_t below : processesBelow(child_))
      kill(below, SIGKILL);
    if (!watch_.completes_file || killed_below_)
      kill(child_, SIGKILL);
    killed_below_ = true;
  }

  /// What the command has left behind is below fsfind, which is the subreaper.
  void killRest() const {
    for (const pid_t below : processesBelow(getpid()))
      if (std::find(others_.begin(), others_.end(), below) == others_.end())
        kill(below, SIGKILL);
  }

  static constexpr std::chrono::seconds kPatience{5}, kFirstWord{1};
  pid_t child_;
  bool apart_;
  const Watch &watch_;
  std::vector<pid_t> others_;
  Clock::time_point started_ = Clock::now();
  std::optional<Clock::time_point> stopped_;
  bool told_ = false, killed_below_ = false, child_was_killed_ = false;
  ChildEnd end_;
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
                            const std::vector<std::string> &variables, const Watch &watch,
                            const ChildPlace &place) {
  const StreamFiles files(place);
  FSFIND_TRY(const Streams streams, files.streams());
  const sigset_t signals = awaitedSignals(watch);
  const BlockedSignals blocked(signals);
  const Subreaper subreaper;
  std::vector<pid_t> others = processesBelow(getpid());
  FSFIND_TRY(const pid_t child, start(arguments, variables,
                                      {blocked.before(), streams, watch.death_signal,
                                       place.folder.c_str(), place.apart, place.most_data}));
  if (watch.started)
    watch.started(child);
  return Supervisor(child, watch, place.apart, std::move(others)).wait(signals);
}

Expected<std::string> outputOf(const std::vector<std::string> &arguments) {
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    return failure(
        {arguments[0], {}, std::string("cannot be started: ") + std::strerror(errno), {}});
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  const auto child =
      start(arguments, {}, {mask, {STDIN_FILENO, pipe_ends[1], STDERR_FILENO}, SIGKILL});
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
