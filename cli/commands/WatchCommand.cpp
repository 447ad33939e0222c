#include "c2c-ingest/watch/Samplers.h"
#include "cli/commands/Commands.h"
#include "cli/commands/WatchOptions.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Text.h"
#include "cli/watch/AlarmEffects.h"
#include "cli/watch/Display.h"
#include "cli/watch/Exports.h"
#include "cli/watch/Loop.h"

#include <fmt/format.h>

#include <memory>

namespace fsfind::cli {

namespace {

constexpr const char *kWatchFooter =
    "Examples:\n"
    "  fsfind watch -p 4711\n"
    "  fsfind watch -p 4711 --alarm hitm=2% --alarm remote --for 5 --on-alarm ./page-me\n"
    "  fsfind watch --replay recordings --format=json\n\n"
    "It ends by q, Ctrl-C or SIGTERM, or with what it watches. Exit codes: 0 no alarm was raised;\n"
    "1 one was; 2 with a message: there is nothing to watch, or no way to.\n";

watch::DisplayMode displayMode(const WatchArguments &arguments) {
  if (arguments.format == "json")
    return watch::DisplayMode::Json;
  return !arguments.plain && Screen::possible() ? watch::DisplayMode::Screen
                                                : watch::DisplayMode::Blocks;
}

ColorChoice colorOf(const WatchArguments &arguments) {
  if (arguments.color == "auto")
    return ColorChoice::Auto;
  return arguments.color == "always" ? ColorChoice::Always : ColorChoice::Never;
}

watch::LoopOptions loopOptions(const WatchArguments &arguments) {
  return {intervalOf(arguments), arguments.replay.empty() || arguments.interval > 0,
          arguments.window, arguments.once ? 1 : arguments.count};
}

/// Tells of alarms, and does what is to be done about them. Returns a signal that came meanwhile.
int announce(const report::WatchReport &report, const watch::AlarmEffects &effects,
             watch::Display &display) {
  for (const AlarmEvent &event : report.events)
    display.say(fmt::format("alarm {} {}: {}", alarmWord(event.rule.kind),
                            event.raised ? "raised" : "ended", report::alarmText(event)));
  const watch::EffectsResult result = watch::cause(effects, report);
  for (const std::string &problem : result.problems)
    display.say("warning: " + problem);
  return result.interrupted_by;
}

std::string costText(const report::WatchReport &report, double cpu, double seconds) {
  constexpr double kPercent = 100;
  return fmt::format("{}, {}; the watch itself took {:.2f} s of CPU time in {:.1f} s, {:.2f}% of "
                     "a CPU",
                     counted(report.totals.steps(), "step"),
                     counted(report.totals.errors(), "error"), cpu, seconds,
                     seconds > 0 ? cpu / seconds * kPercent : 0);
}

Expected<int> runWatch(const WatchArguments &arguments) {
  FSFIND_CHECK(checkWatch(arguments));
  FSFIND_TRY(Alarms alarms, alarmsOf(arguments));
  const watch::DisplayMode mode = displayMode(arguments);
  const bool screen = mode == watch::DisplayMode::Screen;
  watch::SamplingRequest request = samplingRequest(arguments);
  request.silent = screen;
  FSFIND_TRY(const watch::ChosenSampler chosen,
             watch::chooseSampler(request, record::Host::thisOne()));
  if (!chosen.reason.empty() && !arguments.quiet)
    tell(chosen.reason + ": counting");
  // What a command of the user takes is not the watch's.
  watch::SystemClock clock(screen, arguments.command.empty());
  FSFIND_TRY(watch::Exports exports,
             watch::Exports::open(arguments.metrics, arguments.listen, arguments.metrics_objects));
  if (!exports.address().empty())
    tell(fmt::format("metrics are at http://{}/metrics", exports.address()));
  watch::Display display(mode, colorOf(arguments), arguments.rows, FSFIND_VERSION);
  const watch::AlarmEffects effects{arguments.on_alarm, FSFIND_VERSION, screen};
  const double began = clock.now();
  watch::LoopEvents events;
  events.redraw = [&](const report::WatchReport &report) { return display.redraw(report); };
  events.step = [&](const report::WatchReport &report) -> Expected<bool> {
    FSFIND_CHECK(display.show(report));
    if (const std::string problem = exports.update(report); !problem.empty())
      display.say("warning: " + problem);
    if (!report.error.empty() && !screen)
      display.say("step failed: " + report.error);
    return announce(report, effects, display) == 0;
  };
  FSFIND_TRY(const report::WatchReport last,
             watch::runLoop(*chosen.sampler, clock, alarms, loopOptions(arguments), events));
  if (arguments.verbose)
    display.say(costText(last, clock.cpuSeconds(), clock.now() - began));
  return alarms.everRaised() ? kExitFindings : kExitDone;
}

} // namespace

void addWatchCommand(const Command &app, Action &action, const CommandWords &after_dashes) {
  const Command command = app.addSubcommand(
      "watch", "Sample a service now and then, show its contention, and raise alarms");
  command.footer(kWatchFooter);
  const auto arguments = std::make_shared<WatchArguments>();
  addWatchOptions(command, *arguments);
  command.whenChosen([arguments, after_dashes, &action] {
    arguments->command = after_dashes.value_or(CommandWords::value_type{});
    action = [arguments] { return runWatch(*arguments); };
  });
}

} // namespace fsfind::cli
