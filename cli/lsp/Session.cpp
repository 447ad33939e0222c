#include "cli/lsp/Session.h"

#include "cli/lsp/Framing.h"
#include "cli/lsp/Server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <optional>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace fsfind::lsp {

namespace {

/// While the editor has not taken as much, no more of what it writes is read.
constexpr std::size_t kMostPending = std::size_t{16} << 20U; // bytes
constexpr std::chrono::milliseconds kLastWords{1000};

/// Tells when the editor's process ends; of a process that is not there, as in another container,
/// nothing. By the system call: glibc 2.36 declares its function for C only.
class EditorWatch {
public:
  EditorWatch() = default;
  ~EditorWatch() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  EditorWatch(const EditorWatch &) = delete;
  EditorWatch &operator=(const EditorWatch &) = delete;

  void watch(std::uint32_t process) {
    if (process != 0 && descriptor_ < 0)
      descriptor_ = static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(process), 0));
  }
  /// -1 = it is not watched, which poll() passes over.
  [[nodiscard]] int descriptor() const { return descriptor_; }

private:
  int descriptor_ = -1;
};

class Session {
public:
  Session(const Work &work, std::string_view version, int input, int output)
      : server_(work, version), input_(input), output_(output) {}

  Expected<int> run() {
    while (!server_.exitCode()) {
      server_.startJobs();
      wait();
      if (isReady(0))
        FSFIND_CHECK(readInput());
      if (isReady(1))
        writeOutput();
      if (isReady(2))
        server_.end();
      for (Job *job : server_.jobs())
        job->keepDeadline();
      server_.takeJobs();
      editor_.watch(server_.takeEditor());
    }
    flush();
    return *server_.exitCode();
  }

  /// Tells the editor that nothing it writes can be understood any more.
  void refuse(const Error &error) {
    server_.client().send(refusal({ErrorCode::ParseError, error.message()}));
    flush();
  }

private:
  /// Writes what is left, as long as the editor takes it.
  void flush() {
    pollfd reader{output_, POLLOUT, 0};
    while (!gone_ && !server_.client().pending().empty() &&
           poll(&reader, 1, static_cast<int>(kLastWords.count())) > 0)
      writeOutput();
  }

  void wait() {
    const bool full = server_.client().pending().size() > kMostPending;
    const bool empty = server_.client().pending().empty();
    sources_ = {{full ? -1 : input_, POLLIN, 0},
                {empty ? -1 : output_, POLLOUT, 0},
                {editor_.descriptor(), POLLIN, 0}};
    for (const Job *job : server_.jobs())
      sources_.push_back({job->descriptor(), POLLIN, 0});
    if (poll(sources_.data(), sources_.size(), timeout()) < 0)
      for (pollfd &source : sources_)
        source.revents = 0;
  }

  /// Milliseconds until a job has to be killed; -1 = none has.
  [[nodiscard]] int timeout() {
    int least = -1;
    for (const Job *job : server_.jobs())
      if (const auto deadline = job->deadline()) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(*deadline - Job::Clock::now());
        const int wait = static_cast<int>(std::max<std::int64_t>(left.count(), 1));
        least = least < 0 ? wait : std::min(least, wait);
      }
    return least;
  }

  [[nodiscard]] bool isReady(std::size_t source) const { return sources_[source].revents != 0; }

  Expected<void> readInput() {
    std::array<char, std::size_t{1} << 16U> piece{};
    const ssize_t got = read(input_, piece.data(), piece.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
      return {};
    if (got <= 0) {
      server_.end();
      return reader_.end();
    }
    reader_.add({piece.data(), static_cast<std::size_t>(got)});
    while (!server_.exitCode()) {
      FSFIND_TRY(const std::optional<std::string> content, reader_.next());
      if (!content)
        return {};
      server_.take(*content);
    }
    return {};
  }

  /// A pipe takes this without waiting, if poll() says that it takes something (pipe(7)).
  void writeOutput() {
    const std::string_view text = server_.client().pending();
    const ssize_t written =
        write(output_, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    if (written >= 0)
      return server_.client().wrote(static_cast<std::size_t>(written));
    if (errno == EINTR || errno == EAGAIN)
      return;
    gone_ = true;
    server_.end();
  }

  Server server_;
  MessageReader reader_;
  EditorWatch editor_;
  int input_, output_;
  bool gone_ = false; ///< nobody reads the output any more
  std::vector<pollfd> sources_;
};

} // namespace

Expected<int> serve(const Work &work, std::string_view version, int input, int output) {
  Session session(work, version, input, output);
  const Expected<int> code = session.run();
  if (!code)
    session.refuse(code.error());
  return code;
}

} // namespace fsfind::lsp
