#include "cli/commands/PlacementRun.h"

#include "c2c-ingest/process/Look.h"
#include "c2c-ingest/record/ChildProcess.h"
#include "c2c-ingest/record/Host.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Messages.h"
#include "rules/placement/Judge.h"
#include "rules/placement/Traffic.h"

#include <fmt/format.h>

#include <charconv>
#include <ctime>
#include <optional>

namespace fsfind::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Taker = std::function<Expected<void>(JudgedPlacement)>;

Expected<std::uint32_t> processOf(const std::string &digits) {
  std::uint32_t pid = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), pid);
  if (read.ec != std::errc() || pid == 0 || pid > INT32_MAX)
    return failure({digits, {}, "is no process id", "see ps for the numbers of processes"});
  return pid;
}

/// Looks one after the other, until one fails or enough were made.
class Looks {
public:
  Looks(const PlacementArguments &arguments, const std::optional<Profile> &profile, Taker take)
      : arguments_(arguments), profile_(profile), take_(std::move(take)) {}

  void look(std::uint32_t pid) {
    process::LookRequest request;
    request.pid = pid;
    request.search.debug_dirs = arguments_.recording.debug_dirs;
    request.limits.of_look = arguments_.pages;
    request.time = std::chrono::duration<double>(arguments_.time);
    if (profile_)
      request.recorded = [&](const Placement &seen) { return recordedPages(*profile_, seen); };
    auto seen = process::lookAt(request);
    if (!seen) {
      stopAt(std::move(seen.error()));
      return;
    }
    if (profile_)
      seen->traffic = recordedTraffic(*profile_, *seen);
    PlacementVerdict verdict = judgePlacement(*seen);
    if (auto taken = take_({std::move(*seen), std::move(verdict)}); !taken) {
      problem_ = std::move(taken.error());
      done_ = true;
    }
    ++count_;
    done_ |= arguments_.every == 0 || count_ >= arguments_.looks;
  }

  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  /// What ended the looks too early: empty if there were some, and all of them could be taken.
  [[nodiscard]] const std::optional<Error> &problem() const { return problem_; }

private:
  void stopAt(Error error) {
    done_ = true;
    if (count_ == 0)
      problem_ = std::move(error);
    else if (!arguments_.quiet)
      tell(error.message());
  }

  const PlacementArguments &arguments_;
  const std::optional<Profile> &profile_;
  Taker take_;
  std::uint32_t count_ = 0;
  bool done_ = false;
  std::optional<Error> problem_;
};

/// Sleeps until then; false if a signal asks to end.
bool waitUntil(Clock::time_point then, const EndRequests &requests) {
  constexpr auto kTick = std::chrono::milliseconds(50);
  while (requests.take() == 0) {
    const auto left = then - Clock::now();
    if (left <= Clock::duration::zero())
      return true;
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::min<Clock::duration>(left, kTick));
    const timespec pause = {0, static_cast<long>(nanoseconds.count())};
    nanosleep(&pause, nullptr);
  }
  return false;
}

/// Looks now, and then each time that so much has gone by, until a signal asks to end: who ends it
/// during the first look has that one.
void lookAndLookAgain(std::uint32_t pid, Clock::duration every, Looks &looks) {
  const EndRequests requests;
  looks.look(pid);
  for (auto next = Clock::now() + every; !looks.done() && waitUntil(next, requests); next += every)
    looks.look(pid);
}

Expected<int> lookAtProcess(const PlacementArguments &arguments, Looks &looks) {
  const auto pid = processOf(arguments.target);
  if (!pid)
    return failure(pid.error());
  if (arguments.every > 0)
    lookAndLookAgain(
        *pid,
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(arguments.every)),
        looks);
  else
    looks.look(*pid);
  if (looks.problem())
    return failure(*looks.problem());
  return 0;
}

std::string endText(int exit_code) {
  return exit_code > kSignalBase
             ? fmt::format("the command was ended by signal {}", exit_code - kSignalBase)
             : fmt::format("the command ended with exit code {}", exit_code);
}

/// What the looks came to when the command has ended.
Expected<void> checkLooks(const PlacementArguments &arguments, const Looks &looks, int exit_code) {
  if (looks.problem())
    return failure(*looks.problem());
  if (looks.count() == 0)
    return failure({arguments.command.front(),
                    {},
                    fmt::format("{} before it was looked at, {} s after its start",
                                endText(exit_code), arguments.after),
                    "look earlier, with --after"});
  return {};
}

Expected<int> lookAtCommand(const PlacementArguments &arguments, Looks &looks) {
  std::vector<std::string> words = arguments.command;
  const auto program = record::Host::thisOne().findProgram(words.front());
  if (!program)
    return failure({words.front(), {}, "there is no such program", "check the name, and PATH"});
  words.front() = *program;
  std::uint32_t pid = 0;
  double next = arguments.after;
  record::Watch watch;
  watch.started = [&](int started) { pid = static_cast<std::uint32_t>(started); };
  watch.progress = [&](std::chrono::duration<double> elapsed) {
    if (looks.done() || elapsed.count() < next)
      return;
    looks.look(pid);
    next = elapsed.count() + arguments.every;
  };
  FSFIND_TRY(const record::ChildEnd end, record::runChild(words, {}, watch));
  FSFIND_CHECK(checkLooks(arguments, looks, end.exit_code));
  if (!arguments.quiet)
    tell(endText(end.exit_code));
  return end.exit_code;
}

} // namespace

Expected<int> lookAsAsked(const PlacementArguments &arguments, const Taker &take) {
  std::optional<Profile> profile;
  if (!arguments.recording.recording.empty()) {
    FSFIND_TRY(profile, readRecording(arguments.recording, ingestOptions(arguments.recording, 0),
                                      arguments.quiet));
  }
  Looks looks(arguments, profile, take);
  return arguments.command.empty() ? lookAtProcess(arguments, looks)
                                   : lookAtCommand(arguments, looks);
}

} // namespace fsfind::cli
