#include "cli/watch/AlarmEffects.h"

#include "c2c-ingest/record/ChildProcess.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace fsfind::watch {

namespace {

std::string numberText(const std::optional<double> &value) {
  return value ? fmt::format("{:.6g}", *value) : "";
}

/// No process is started with a longer variable (MAX_ARG_STRLEN of Linux's binfmts.h, 32 pages);
/// names of programs may be.
constexpr std::size_t kLongestValue = 100'000;

/// Environment variables cannot hold a zero byte, and control characters would surprise commands.
std::string variable(std::string_view name, std::string_view value) {
  const std::string text = cli::printable(value.substr(0, kLongestValue), true);
  return fmt::format("{}={}", name, std::string_view(text).substr(0, kLongestValue));
}

std::vector<std::string> variablesOf(const AlarmEvent &event, const std::string &json) {
  const bool has_limit = event.rule.kind != AlarmKind::New;
  return {variable("FSFIND_ALARM", alarmWord(event.rule.kind)),
          variable("FSFIND_STATE", event.raised ? "raised" : "ended"),
          variable("FSFIND_VALUE", numberText(event.value)),
          variable("FSFIND_LIMIT", has_limit ? numberText(event.rule.limit) : ""),
          variable("FSFIND_OBJECT", event.object),
          variable("FSFIND_JSON", json.size() <= kLongestValue ? json : ""),
          variable("FSFIND_MESSAGE", report::alarmText(event))};
}

/// Causes the effects of a step's alarms, one after the other.
class Effects {
public:
  Effects(const AlarmEffects &effects, const report::WatchReport &report)
      : effects_(effects), report_(report) {}

  EffectsResult cause() {
    std::size_t left = report_.events.size();
    for (const AlarmEvent &event : report_.events) {
      if (hasEnded())
        break;
      if (secondsLeft() <= 0) {
        result_.problems.push_back(
            fmt::format("--on-alarm: no time is left for {}: a step's have {:g} s",
                        cli::counted(left, "alarm"), kMostSeconds));
        break;
      }
      run(event);
      --left;
    }
    return std::move(result_);
  }

private:
  using Clock = std::chrono::steady_clock;

  /// Whether there is a request to end. Takes it.
  bool hasEnded() {
    if (result_.interrupted_by == 0)
      result_.interrupted_by = requests_.take();
    return result_.interrupted_by != 0;
  }

  [[nodiscard]] double secondsLeft() const {
    return kMostSeconds - std::chrono::duration<double>(Clock::now() - began_).count();
  }

  void run(const AlarmEvent &event) {
    const double seconds = std::max(0.0, secondsLeft());
    record::Watch watch;
    watch.duration = std::chrono::duration<double>(seconds);
    record::ChildPlace place;
    place.apart = true;
    place.output = "/dev/null";
    place.error = effects_.silent ? "/dev/null" : "";
    const std::string json = report::alarmJson(event, report_, effects_.version);
    const auto end = record::runChild({"/bin/sh", "-c", effects_.command}, variablesOf(event, json),
                                      watch, place);
    if (!end)
      result_.problems.push_back(end.error().message());
    else if (end->ending == record::Ending::TimeLimit)
      result_.problems.push_back(
          fmt::format("--on-alarm: the command still ran after {:.2g} s and was ended", seconds));
    else if (end->interrupted_by != 0)
      result_.interrupted_by = end->interrupted_by;
    else if (end->exit_code != 0)
      result_.problems.push_back(
          fmt::format("--on-alarm: the command failed with exit code {}", end->exit_code));
  }

  const AlarmEffects &effects_;
  const report::WatchReport &report_;
  const cli::EndRequests requests_;
  const Clock::time_point began_ = Clock::now();
  EffectsResult result_;
};

} // namespace

EffectsResult cause(const AlarmEffects &effects, const report::WatchReport &report) {
  if (effects.command.empty())
    return {};
  return Effects(effects, report).cause();
}

} // namespace fsfind::watch
