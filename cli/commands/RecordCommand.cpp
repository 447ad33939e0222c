#include "c2c-ingest/record/Emulator.h"
#include "c2c-ingest/record/ShellWord.h"
#include "cli/commands/Commands.h"
#include "cli/commands/RecordOptions.h"
#include "cli/commands/RecordRun.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Nearest.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <memory>
#include <sstream>

namespace fsfind::cli {

namespace {

constexpr const char *kRecordFooter =
    "What follows the options is the command to run, with its own options:\n"
    "  fsfind record ./server --port 80\n"
    "  fsfind record --duration 10 -- ./server\n"
    "  fsfind record --pid 4711 --duration 10\n\n"
    "The exit code is the command's own, whatever it means there; 0 if a limit ended the command;\n"
    "2, with a message, if the recording failed.\n";

Expected<void> checkTarget(const RecordArguments &arguments,
                           const std::vector<std::string> &options) {
  const bool running = !arguments.pids.empty() || arguments.all_cpus;
  if (!arguments.command.empty() && arguments.command[0].front() == '-')
    return failure(
        {arguments.command[0],
         {},
         "fsfind record has no such option",
         suggestion(arguments.command[0].substr(0, arguments.command[0].find('=')), options,
                    "see fsfind record --help, or put -- before a command of that "
                    "name")});
  if (arguments.command.empty() && !running)
    return failure({"record",
                    {},
                    "no command to record",
                    "give one (fsfind record ./program), or --pid, or -a"});
  if (!arguments.command.empty() && !arguments.pids.empty())
    return failure({"--pid", {}, "a command is given too", "give one of the two"});
  return {};
}

std::string endingWords(const record::ChildEnd &end) {
  const std::string killed = end.killed ? ", which had to kill it" : "";
  switch (end.ending) {
  case record::Ending::Itself:
    return "";
  case record::Ending::Interrupted:
    return ", interrupted";
  case record::Ending::TimeLimit:
    return ", ended by --duration" + killed;
  }
  return "";
}

std::string nextStep(const std::string &output) {
  return output == "perf.data" ? "fsfind report" : "fsfind report " + record::shellWord(output);
}

/// That the recording came near its limit, and what became of it.
void sayThinned(const RecordArguments &arguments, const record::RecordResult &result) {
  if (result.one_of != 1 && result.simulation)
    tellUnless(
        arguments.quiet,
        fmt::format("the limit of {} MB was reached; the recording now has one of {} samples, of "
                    "the whole run: each stands for {} slow loads or {} stores",
                    result.simulation->max_bytes / kMegabyte, result.one_of,
                    result.simulation->load_period * result.one_of,
                    result.simulation->store_period * result.one_of));
}

std::string sampledText(std::uint64_t period, const std::string &accesses) {
  return period == 1 ? "every one of the " + accesses
                     : fmt::format("one of {} {}", period, accesses);
}

/// What was looked at where nothing was found, and what tells more.
std::string nextAttempt(const record::RecordResult &result) {
  if (!result.simulation)
    return "let the program do more, or record longer";
  const record::Simulation &simulation = *result.simulation;
  if (simulation.ldlat != 1 || simulation.load_period != 1 || simulation.store_period != 1)
    return fmt::format(
        "looked at {} and at {}; to see all of them: fsfind record --ldlat 1 --period-loads 1 "
        "--period-stores 1",
        sampledText(simulation.load_period,
                    fmt::format("loads of {} cycles or more", simulation.ldlat)),
        sampledText(simulation.store_period, "stores"));
  return simulation.by_code == record::Simulation::ByCode::Always
             ? "no code that is built with -fsanitize=thread accessed memory; to "
               "see other code, build the program without it"
             : "the program accessed no memory";
}

void sayResult(const RecordArguments &arguments, const record::RecordResult &result) {
  sayThinned(arguments, result);
  tellUnless(arguments.quiet,
             fmt::format("{} in {} ({}{}); {}", counted(result.samples, "sample"), arguments.output,
                         result.how, endingWords(result.end),
                         result.samples == 0 ? nextAttempt(result)
                                             : "next: " + nextStep(arguments.output)));
}

/// The command line of this process, as the user typed it, with what a configuration file adds
/// behind the name of the command: the recording tells how it was made (recordedBy()).
std::vector<std::string> ownCommandLine(const record::Host &host,
                                        const std::vector<std::string> &of_config) {
  constexpr std::size_t kOptions = 2; // behind fsfind's own path and `record`
  std::istringstream text(host.read("/proc/self/cmdline").value_or(""));
  std::vector<std::string> words;
  for (std::string word; std::getline(text, word, '\0');)
    words.push_back(word);
  if (words.size() >= kOptions)
    words.insert(words.begin() + kOptions, of_config.begin(), of_config.end());
  return words;
}

Expected<int> runRecord(const RecordArguments &arguments, const std::vector<std::string> &options,
                        const std::vector<std::string> &of_config) {
  FSFIND_CHECK(checkTarget(arguments, options));
  const record::Host host = record::Host::thisOne();
  FSFIND_TRY(const record::RecordResult result,
             recordAs(arguments, ownCommandLine(host, of_config)));
  sayResult(arguments, result);
  warnOfLosses(result);
  const bool limited = result.end.ending == record::Ending::TimeLimit;
  return limited ? static_cast<int>(kExitDone) : result.end.exit_code;
}

} // namespace

void addRecordCommand(const Command &app, Action &action, const CommandWords &after_dashes,
                      const std::vector<std::string> &of_config) {
  const Command command = app.addSubcommand(
      "record", "Run a command and record how its threads share memory, on any machine");
  // The first word that is no option ends the options: the rest is the command's.
  command.endsAtFirstWord();
  command.footer(kRecordFooter);
  const auto arguments = std::make_shared<RecordArguments>();
  addRecordOptions(command, *arguments);
  command.whenChosen([command, arguments, after_dashes, &of_config, &action] {
    arguments->command = command.remaining();
    if (!arguments->command.empty() && after_dashes)
      arguments->command.emplace_back("--");
    if (after_dashes)
      arguments->command.insert(arguments->command.end(), after_dashes->begin(),
                                after_dashes->end());
    action = [arguments, options = command.optionNames(), &of_config] {
      return runRecord(*arguments, options, of_config);
    };
  });
}

} // namespace fsfind::cli
