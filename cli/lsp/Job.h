#pragma once

#include "cli/lsp/Framing.h"
#include "cli/lsp/Message.h"
#include "cli/lsp/Work.h"
#include "rules/model/Expected.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace fsfind::lsp {

/// Work in a process of its own, in a process group of its own with what it starts. It is asked to
/// end if this process dies. The program must have one thread only when it starts one.
class Job {
public:
  using Clock = std::chrono::steady_clock;

  /// `work` is called in the new process, which ends when it returns.
  [[nodiscard]] static Expected<std::unique_ptr<Job>>
  start(const std::function<void(const Tell &)> &work);
  /// Stops it, if it has not ended, and waits for that.
  ~Job();
  Job(const Job &) = delete;
  Job &operator=(const Job &) = delete;

  /// Can be read from when there are messages, or when it has ended.
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// What it has told since, without waiting for more.
  [[nodiscard]] std::vector<Json> messages();
  [[nodiscard]] bool hasEnded() const { return ended_; }
  /// Why it ended before its work was done; empty = it did not.
  [[nodiscard]] const std::string &failure() const { return failure_; }

  /// Asks it to end, and kills it at deadline(); what it tells from now on is not wanted.
  void stop();
  [[nodiscard]] bool isStopped() const { return deadline_.has_value(); }
  [[nodiscard]] std::optional<Clock::time_point> deadline() const { return deadline_; }
  /// Kills it if the deadline is over.
  void keepDeadline();

private:
  Job(pid_t process, int descriptor);
  void end();
  /// Whether it has ended; does not wait.
  bool noteEnd();

  pid_t process_;
  int descriptor_;
  MessageReader reader_;
  bool ended_ = false, killed_ = false;
  std::string failure_;
  std::optional<Clock::time_point> deadline_;
};

} // namespace fsfind::lsp
