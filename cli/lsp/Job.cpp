#include "cli/lsp/Job.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fsfind::lsp {

namespace {

/// A process that is asked to end removes its files, and its own processes, first.
constexpr std::chrono::seconds kPatience{2};
constexpr std::chrono::milliseconds kTick{5};
/// What is known of all records of a large project takes many megabytes.
constexpr std::size_t kMostTold = std::size_t{1} << 32U; // bytes

/// Standard input and output belong to the editor; what the work says goes to standard error.
void parkStreams() {
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0)
    dup2(nothing, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

void tellParent(int descriptor, const Json &message) {
  const std::string text = framed(dumped(message));
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
    if (written >= 0)
      done += static_cast<std::size_t>(written);
    else if (errno != EINTR)
      return;
  }
}

[[noreturn]] void runChild(int descriptor, pid_t parent,
                           const std::function<void(const Tell &)> &work) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) // it died before the line above
    _exit(1);
  parkStreams();
  try {
    work([&](const Json &message) { tellParent(descriptor, message); });
  } catch (const std::exception &error) {
    tellParent(descriptor, {{"error", fmt::format("internal error: {}", error.what())}});
  }
  _exit(0);
}

} // namespace

Expected<std::unique_ptr<Job>> Job::start(const std::function<void(const Tell &)> &work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return fsfind::failure({{}, {}, fmt::format("no pipe: {}", std::strerror(errno)), {}});
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0)
    runChild(ends[1], parent, work);
  const int problem = errno;
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return fsfind::failure(
        {{}, {}, fmt::format("cannot start a process: {}", std::strerror(problem)), {}});
  }
  setpgid(child, child); // both do, since either may be the first
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return std::unique_ptr<Job>(new Job(child, ends[0]));
}

Job::~Job() {
  close(descriptor_); // it need not wait for somebody to read what it tells
  if (ended_)
    return;
  stop();
  while (!noteEnd() && Clock::now() < *deadline_)
    std::this_thread::sleep_for(kTick);
  if (!ended_) {
    kill(-process_, SIGKILL);
    end();
  }
}

bool Job::noteEnd() {
  int status = 0;
  ended_ = waitpid(process_, &status, WNOHANG) == process_;
  return ended_;
}

Job::Job(pid_t process, int descriptor)
    : process_(process), descriptor_(descriptor), reader_(kMostTold) {}

std::vector<Json> Job::messages() {
  std::array<char, std::size_t{1} << 16U> piece{};
  ssize_t got = 0;
  while ((got = read(descriptor_, piece.data(), piece.size())) > 0)
    reader_.add({piece.data(), static_cast<std::size_t>(got)});
  std::vector<Json> all;
  while (auto text = reader_.next().value_or(std::nullopt)) {
    Json json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
    if (json.is_object() && !isStopped())
      all.push_back(std::move(json));
  }
  if (got == 0)
    end();
  return all;
}

void Job::end() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  ended_ = true;
  if (WIFSIGNALED(status))
    failure_ = fmt::format("the reading of sources ended: {}", strsignal(WTERMSIG(status)));
}

void Job::stop() {
  if (ended_ || deadline_)
    return;
  kill(process_, SIGTERM);
  deadline_ = Clock::now() + kPatience;
}

void Job::keepDeadline() {
  if (ended_ || killed_ || !deadline_ || Clock::now() < *deadline_)
    return;
  kill(-process_, SIGKILL);
  killed_ = true;
}

} // namespace fsfind::lsp
