#include "cli/watch/AlarmEffects.h"

#include "c2c-ingest/record/ChildProcess.h"
#include "cli/terminal/Text.h"
#include "cli/watch/Webhook.h"

#include <fmt/format.h>

#include <chrono>

namespace fsfind::watch {

namespace {

std::string numberText(const std::optional<double> &value) {
  return value ? fmt::format("{:.6g}", *value) : "";
}

/// Environment variables cannot hold a zero byte, and control characters would surprise commands.
std::string variable(std::string_view name, std::string_view value) {
  return fmt::format("{}={}", name, cli::printable(value, true));
}

std::vector<std::string> variablesOf(const AlarmEvent &event) {
  const bool has_limit = event.rule.kind != AlarmKind::New;
  return {variable("FSFIND_ALARM", alarmWord(event.rule.kind)),
          variable("FSFIND_STATE", event.raised ? "raised" : "ended"),
          variable("FSFIND_VALUE", numberText(event.value)),
          variable("FSFIND_LIMIT", has_limit ? numberText(event.rule.limit) : ""),
          variable("FSFIND_OBJECT", event.object),
          variable("FSFIND_MESSAGE", report::alarmText(event))};
}

void runCommand(const AlarmEffects &effects, const AlarmEvent &event, EffectsResult &result) {
  record::Watch watch;
  watch.duration = std::chrono::duration<double>(kMostSeconds);
  record::ChildPlace place;
  place.apart = true;
  place.output = "/dev/null";
  place.error = effects.silent ? "/dev/null" : "";
  const auto end =
      record::runChild({"/bin/sh", "-c", effects.command}, variablesOf(event), watch, place);
  if (!end)
    result.problems.push_back(end.error().message());
  else if (end->ending == record::Ending::TimeLimit)
    result.problems.push_back(
        fmt::format("--on-alarm: the command still ran after {:g} s and was ended", kMostSeconds));
  else if (end->interrupted_by != 0)
    result.interrupted_by = end->interrupted_by;
  else if (end->exit_code != 0)
    result.problems.push_back(
        fmt::format("--on-alarm: the command failed with exit code {}", end->exit_code));
}

} // namespace

EffectsResult cause(const AlarmEffects &effects, const report::WatchReport &report) {
  EffectsResult result;
  for (const AlarmEvent &event : report.events) {
    if (!effects.webhook.empty())
      if (const auto posted =
              postJson(effects.webhook, report::alarmJson(event, report, effects.version));
          !posted)
        result.problems.push_back(posted.error().message());
    if (!effects.command.empty() && result.interrupted_by == 0)
      runCommand(effects, event, result);
  }
  return result;
}

} // namespace fsfind::watch
