#include "cli/commands/WatchOptions.h"

#include "cli/commands/Validators.h"
#include "rules/codec/FindingsFile.h"

#include <algorithm>

namespace fsfind::cli {

namespace {

constexpr double kDefaultInterval = 15; // seconds
constexpr double kLeastTime = 0.05, kMostTime = 86400;
constexpr std::uint64_t kMostWindow = 1000, kMostSteps = 10000, kMostRows = kMostObjects;

void addWatchedOptions(const Command &command, WatchArguments &arguments) {
  command
      .addOption("--replay", arguments.replay,
                 "Take the recordings in DIR, one a step, instead of what runs")
      .typeName("DIR")
      .check(fileName());
  command
      .addOption("--order", arguments.order,
                 "Order of these recordings: by name, or by time of change (default name)")
      .check(oneOf({"name", "time"}));
  command.addOption("-p,--pid", arguments.watched, "Watch running processes")
      .delimiter(',')
      .oneEach()
      .typeName("PID,...")
      .check(processId());
  command.addFlag("-a,--all-cpus", arguments.all_cpus, "Watch the whole machine");
}

void addTimeOptions(const Command &command, WatchArguments &arguments) {
  const Section section(command, "Times");
  command
      .addOption("--interval", arguments.interval,
                 "Begin a step every SECONDS (default 15; --replay does not wait without it)")
      .typeName("SECONDS")
      .check(numberFrom(kLeastTime, kMostTime));
  command.addOption("--sample", arguments.sample, "Sample for SECONDS in each step (default 1)")
      .typeName("SECONDS")
      .check(numberFrom(kLeastTime, kMostTime));
  command
      .addOption("--period-loads", arguments.period, "Sample one of N loads (default: perf's own)")
      .typeName("N")
      .check(wholeNumber());
  command.addOption("--window", arguments.window, "Show the last N steps together (default 30)")
      .typeName("N")
      .check(rangeOf(1, kMostWindow));
  command.addOption("--count", arguments.count, "End after N steps (default: go on)")
      .typeName("N")
      .check(rangeOf(1, UINT32_MAX));
  command.addFlag("--once", arguments.once, "End after one step").excludes("--count");
}

void addAlarmOptions(const Command &command, WatchArguments &arguments) {
  const Section section(command, "Alarms");
  command
      .addOption(
          "--alarm", arguments.alarms,
          "Tell of hitm=5%, remote=30% or new, or of none (default hitm=5%; may be repeated)")
      .oneEach()
      .typeName("NAME[=LIMIT]")
      .check(notEmpty("an alarm has a name"));
  command
      .addOption("--baseline", arguments.baseline,
                 "For --alarm new: the report (fsfind report --format=json) with what is known")
      .typeName("FILE")
      .check(fileName());
  command
      .addOption("--for", arguments.steps,
                 "Raise an alarm after N steps in a row above its limit, end it after as many that "
                 "are not (default 3)")
      .typeName("N")
      .check(rangeOf(1, kMostSteps));
  command
      .addOption("--on-alarm", arguments.on_alarm,
                 "Run a shell command when an alarm begins or ends; FSFIND_ALARM, FSFIND_STATE, "
                 "FSFIND_VALUE, FSFIND_JSON and others tell which")
      .typeName("COMMAND")
      .check(notEmpty("a command is not empty"));
}

void addExportOptions(const Command &command, WatchArguments &arguments) {
  const Section section(command, "Metrics");
  command
      .addOption("--metrics", arguments.metrics,
                 "Write metrics for Prometheus's textfile collector into FILE, which ends in .prom")
      .typeName("FILE")
      .check(fileName());
  command
      .addOption("--listen", arguments.listen,
                 "Serve metrics to Prometheus at /metrics on the loopback; ADDRESS:PORT elsewhere")
      .typeName("PORT")
      .check(notEmpty("an address is not empty"));
  command
      .addOption("--metrics-objects", arguments.metrics_objects,
                 "Give the N most contended objects a series of their own (default 0)")
      .typeName("N")
      .check(rangeOf(0U, kMostObjects));
}

void addShowOptions(const Command &command, WatchArguments &arguments) {
  command.addOption("--format", arguments.format, "What to write (default text)")
      .check(oneOf({"text", "json"}));
  command.addFlag("--plain", arguments.plain,
                  "Write a block for each step on a terminal, too, instead of a live table");
  command.addOption("--rows", arguments.rows, "Objects in each block (default 10; 0: all)")
      .typeName("N")
      .check(rangeOf(0U, kMostRows));
  command.addOption("--color", arguments.color, "Use colour (default: on a terminal)")
      .check(oneOf({"auto", "always", "never"}));
  command.addFlag("-q,--quiet", arguments.quiet, "Say nothing but errors and alarms");
  command.addFlag("-v,--verbose", arguments.verbose, "Say at the end what the watch itself cost");
}

} // namespace

void addWatchOptions(const Command &command, WatchArguments &arguments) {
  addWatchedOptions(command, arguments);
  addTimeOptions(command, arguments);
  addAlarmOptions(command, arguments);
  addExportOptions(command, arguments);
  addShowOptions(command, arguments);
  addReadingOptions(command, arguments);
}

Expected<void> checkWatch(const WatchArguments &arguments) {
  const int targets =
      static_cast<int>(!arguments.replay.empty()) + static_cast<int>(!arguments.watched.empty()) +
      static_cast<int>(arguments.all_cpus) + static_cast<int>(!arguments.command.empty());
  if (targets == 0)
    return failure({"watch",
                    {},
                    "nothing to watch",
                    "give -p PID, -a, -- COMMAND, or --replay with a folder of recordings"});
  if (targets > 1)
    return failure(
        {"watch", {}, "--replay, --pid, -a and a command are given together", "give one of them"});
  if (arguments.replay.empty() && arguments.sample > intervalOf(arguments))
    return failure({"--sample",
                    {},
                    "a step would sample longer than its interval",
                    "give a longer --interval or a shorter --sample"});
  return {};
}

double intervalOf(const WatchArguments &arguments) {
  return arguments.interval > 0 ? arguments.interval : kDefaultInterval;
}

watch::SamplingRequest samplingRequest(const WatchArguments &arguments) {
  watch::SamplingRequest request;
  request.replay = arguments.replay;
  request.by_time = arguments.order == "time";
  request.interval = intervalOf(arguments);
  request.seconds = arguments.sample;
  request.period = arguments.period;
  request.pids = arguments.watched;
  request.all_cpus = arguments.all_cpus;
  request.command = arguments.command;
  request.ingest = ingestOptions(arguments, 0);
  return request;
}

Expected<Alarms> alarmsOf(const WatchArguments &arguments) {
  std::vector<AlarmRule> rules;
  const bool none = arguments.alarms == std::vector<std::string>{"none"};
  if (!none &&
      std::find(arguments.alarms.begin(), arguments.alarms.end(), "none") != arguments.alarms.end())
    return failure({"--alarm none", {}, "goes with no other alarm", "give it alone, or leave it"});
  for (const std::string &text : arguments.alarms) {
    if (none)
      break;
    FSFIND_TRY(const AlarmRule rule, parseAlarm(text));
    if (std::any_of(rules.begin(), rules.end(),
                    [&](const AlarmRule &one) { return one.kind == rule.kind; }))
      return failure({"--alarm " + text, {}, "is given twice", "give each alarm once"});
    rules.push_back(rule);
  }
  if (arguments.alarms.empty())
    rules.push_back({AlarmKind::Hitm, kHitmLimit});
  const bool wants_new = std::any_of(
      rules.begin(), rules.end(), [](const AlarmRule &one) { return one.kind == AlarmKind::New; });
  if (wants_new == arguments.baseline.empty())
    return failure({wants_new ? "--alarm new" : "--baseline",
                    {},
                    wants_new ? "has no report to compare with" : "is for --alarm new",
                    wants_new ? "give one with --baseline" : "give that, too"});
  std::vector<Finding> known;
  if (wants_new) {
    FSFIND_TRY(FindingsFile file, readFindingsFile(arguments.baseline));
    known = std::move(file.findings);
  }
  return Alarms(std::move(rules), arguments.steps, std::move(known));
}

} // namespace fsfind::cli
