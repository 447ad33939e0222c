#include "cli/commands/CommandLine.h"

#include "cli/check/Files.h"
#include "cli/commands/Commands.h"
#include "cli/commands/ConfigOptions.h"
#include "cli/commands/OptionTable.h"
#include "cli/commands/Program.h"
#include "cli/terminal/LowMemory.h"
#include "cli/terminal/Nearest.h"
#include "cli/terminal/Text.h"
#include "cli/terminal/TornInput.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <optional>
#include <system_error>

namespace fsfind::cli {

namespace {

constexpr const char *kProgramFooter =
    "Example:\n"
    "  fsfind record ./server && fsfind report\n\n"
    "Exit codes:\n"
    "  0  done, and no finding that --fail-on names\n"
    "  1  findings that --fail-on names, or an alarm of fsfind watch\n"
    "  2  usage or input error\n"
    "fsfind record and placement pass on the exit code of the command that they started.\n";

/// Commands that take words which CLI11 would parse as options of fsfind: those after `--`, and of
/// `fsfind record` all from the first that is no option.
constexpr std::array<FreeWords, 7> kFreeWords = {{{"record", "COMMAND..."},
                                                  {"placement", "[-- COMMAND...]"},
                                                  {"watch", "[-- COMMAND...]"},
                                                  {"check", "[-- COMPILER-OPTIONS...]"},
                                                  {"fix", "[-- COMPILER-OPTIONS...]"},
                                                  {"layout", "[-- COMPILER-OPTIONS...]"},
                                                  {"config", "[-- COMMAND...]"}}};

/// The words after `--` of such a command.
CommandWords wordsAfterDashes(int argc, const char *const *argv) {
  const std::string_view command = argc < 2 ? "" : argv[1];
  if (std::none_of(kFreeWords.begin(), kFreeWords.end(),
                   [&](const FreeWords &words) { return words.command == command; }))
    return std::nullopt;
  const char *const *end = argv + argc;
  const char *const *dashes =
      std::find_if(argv, end, [](const char *word) { return std::string_view(word) == "--"; });
  if (dashes == end)
    return std::nullopt;
  return std::vector<std::string>(dashes + 1, end);
}

/// Null if there is none.
const CLI::App *commandNamed(const CLI::App &app, const std::string &name) {
  const auto found =
      app.get_subcommands([&](const CLI::App *command) { return command->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

std::vector<std::string> commandNames(const CLI::App &app) {
  std::vector<std::string> names = {"help"};
  for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// A message if `name` is neither a command nor an option; CLI11's own would not name the word.
std::optional<std::string> unknownCommand(CLI::App &app, const std::string &name) {
  if (commandNamed(app, name) != nullptr || app.get_option_no_throw(name) != nullptr)
    return std::nullopt;
  std::error_code none;
  if (std::filesystem::exists(name, none))
    return fmt::format("{} is a file, not a command; to read a recording: fsfind report {}", name,
                       name);
  const bool option = name.starts_with('-');
  return fmt::format("'{}' is no {} of fsfind; {}", name, option ? "option" : "command",
                     suggestion(name, option ? Command(app).optionNames() : commandNames(app),
                                "see fsfind --help"));
}

/// What configuration files do to a command line.
struct OfConfig {
  std::vector<UsedValues> used;
  std::vector<std::string> words; ///< that they add to it
  std::vector<std::string> files; ///< their paths, the nearest first
};

/// Has the command that was chosen take what the configuration file says. Commands that take
/// nothing from such a file read none, unless the user names one. The language server reads that of
/// the folder which its editor opens.
Expected<OfConfig> useFile(CLI::App &command, const ConfigArguments &arguments,
                           const CommandWords &after_dashes) {
  const std::uint32_t taker = analyzer::configCommand(command.get_name());
  if (taker == analyzer::kLsp || (taker == 0 && arguments.file.empty()))
    return OfConfig{};
  FSFIND_TRY(analyzer::Config config, configInForce(arguments, check::absolutePath(".")));
  FSFIND_TRY(std::vector<UsedValues> used,
             useConfig(Command(command), config, after_dashes.has_value()));
  std::vector<std::string> words = asWords(used);
  return OfConfig{std::move(used), std::move(words), std::move(config.files)};
}

/// `fsfind help` and `fsfind help COMMAND`.
Expected<int> help(const CLI::App &app, const std::vector<std::string> &words) {
  const CLI::App *command = words.empty() ? nullptr : commandNamed(app, words.front());
  if (!words.empty() && command == nullptr)
    return failure({{},
                    {},
                    fmt::format("'{}' is no command of fsfind", words.front()),
                    suggestion(words.front(), commandNames(app), "see fsfind --help")});
  return print(command ? command->help("fsfind") : app.help());
}

} // namespace

int runCommandLine(int argc, const char *const *argv) {
  endCleanlyWithoutMemory();
  // If the reader of a pipe ends, writing fails with EPIPE, which is no error (Output.h).
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN); // a file that reaches its limit is a write that fails
  tellOfTornInput(kExitError);
  CLI::App app("Finds false sharing: names the struct members that fight over a cacheline.",
               "fsfind");
  app.formatter(helpFormatter({kFreeWords.begin(), kFreeWords.end()}));
  app.set_help_all_flag("--help-all", "Print all options and exit");
  app.set_version_flag("--version", "fsfind " FSFIND_VERSION "\nbuilt with " FSFIND_BUILT_WITH,
                       "Print the version and exit");
  app.footer(kProgramFooter);
  app.require_subcommand(1);
  Action action;
  const CommandWords after_dashes = wordsAfterDashes(argc, argv);
  const Command fsfind(app);
  ConfigArguments config;
  OfConfig of_config;
  addRecordCommand(fsfind, action, after_dashes, of_config.words);
  addReportCommand(fsfind, action);
  addCheckCommand(fsfind, action, after_dashes, of_config.files);
  addFixCommand(fsfind, action, after_dashes);
  addDiffCommand(fsfind, action);
  addLayoutCommand(fsfind, action, after_dashes);
  addDoctorCommand(fsfind, action);
  const std::size_t usual = app.get_subcommands(nullptr).size();
  addWatchCommand(fsfind, action, after_dashes);
  addPlacementCommand(fsfind, action, after_dashes);
  addMachineCommand(fsfind, action);
  addLspCommand(fsfind, action, config);
  addMergeCommand(fsfind, action);
  addConfigCommand(fsfind, action, after_dashes, config);
  addExplainCommand(fsfind, action);
  addCompletionCommand(fsfind, action);
  const std::vector<CLI::App *> commands = app.get_subcommands(nullptr);
  for (std::size_t at = usual; at < commands.size(); ++at)
    commands[at]->group("More");
  for (CLI::App *command : commands)
    addConfigOptions(Command(*command), config);
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty()) { // no request, so no success either, but an answer
    const int written = exitCode(print(app.help()));
    return written == kExitDone ? kExitError : written;
  }
  if (words.front() == "help")
    return exitCode(help(app, {words.begin() + 1, words.end()}));
  if (const auto error = unknownCommand(app, words.front())) {
    printError(*error);
    return kExitError;
  }
  const int parsed = after_dashes ? argc - 1 - static_cast<int>(after_dashes->size()) : argc;
  const auto act = [&]() -> Expected<int> {
    FSFIND_TRY(of_config, useFile(*app.get_subcommands().front(), config, after_dashes));
    // A copy of the action, since fsfind config sets that of another command.
    return Action(action)().map_error(
        [&](Error error) { return withPlace(std::move(error), of_config.used); });
  };
  return parseAndRun(app, [&] { app.parse(parsed, argv); }, act);
}

} // namespace fsfind::cli
