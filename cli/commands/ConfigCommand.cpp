#include "cli/check/Files.h"
#include "cli/check/Selection.h"
#include "cli/commands/Commands.h"
#include "cli/commands/ConfigFiles.h"
#include "cli/commands/ConfigOptions.h"
#include "cli/commands/ConfigSchema.h"
#include "cli/commands/ConfigText.h"
#include "cli/commands/Program.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace fsfind::cli {

namespace {

constexpr const char *kConfigFooter = "Examples:\n"
                                      "  fsfind config\n"
                                      "  fsfind config --dump -- check --line-size 128\n"
                                      "  fsfind config --schema > config.schema.json\n";

struct ShownConfig {
  bool dump = false, schema = false;
};

/// Fails if a command refuses a value of the configuration, or the file that it names.
Expected<void> tryIn(CLI::App &command, const analyzer::Config &config) {
  FSFIND_TRY(const auto used, useConfig(Command(command), config));
  if (const CLI::Option *rules = command.get_option_no_throw("--rules"))
    if (const auto chosen = check::chosenRules(rules->results()); !chosen)
      return failure(withPlace(chosen.error(), used));
  return tryFiles(used);
}

/// Each value is tried in all commands that it is for, but for paths of what is missing: that is no
/// error.
Expected<void> tryEverywhere(const Command &app, const analyzer::Config &config) {
  const analyzer::Config there = withoutMissing(config);
  for (CLI::App *command : app.app().get_subcommands([](const CLI::App *) { return true; }))
    FSFIND_CHECK(tryIn(*command, there));
  return {};
}

tl::unexpected<Error> noCommand() {
  std::vector<std::string> names;
  for (const analyzer::CommandName &one : analyzer::configCommands())
    names.emplace_back(one.name);
  return failure({"config --",
                  {},
                  "no command follows that takes something from the file",
                  "name one of " + joined(names)});
}

/// What a command line, `check --line-size 128`, goes by. It may name another file.
Expected<std::string> dumpFor(const Command &app, std::vector<std::string> words,
                              const ConfigArguments &arguments) {
  if (words.empty() || analyzer::configCommand(words.front()) == 0)
    return noCommand();
  const auto dashes = std::find(words.begin(), words.end(), "--");
  const bool has_dashes = dashes != words.end();
  words.erase(dashes, words.end());
  std::reverse(words.begin(), words.end()); // CLI11 takes the last one first
  try {
    app.app().parse(words);
  } catch (const CLI::ParseError &error) {
    const bool help = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
    return failure({"config --",
                    {},
                    help ? "the command asks for help" : error.what(),
                    "write it as you would after fsfind"});
  }
  const Command command(*app.app().get_subcommands().front());
  FSFIND_TRY(const analyzer::Config config, configInForce(arguments, check::absolutePath(".")));
  FSFIND_TRY(const auto values, useConfig(command, config, has_dashes));
  return configDump(command.app().get_name(), values);
}

Expected<int> runConfig(const Command &app, const ShownConfig &shown,
                        const ConfigArguments &arguments, const CommandWords &after_dashes) {
  if (shown.schema)
    return print(configSchema());
  if (after_dashes) {
    FSFIND_TRY(const std::string text, dumpFor(app, *after_dashes, arguments));
    return print(text);
  }
  FSFIND_TRY(const analyzer::Config config, configInForce(arguments, check::absolutePath(".")));
  FSFIND_CHECK(tryEverywhere(app, config));
  for (const std::string &one : missingPaths(config))
    tell("warning: " + one);
  return print(shown.dump ? configDump(config) : configSummary(config));
}

} // namespace

void addConfigCommand(const Command &app, Action &action, const CommandWords &after_dashes,
                      const ConfigArguments &arguments) {
  const Command command = app.addSubcommand(
      "config", "Show the project's .fsfind.yaml, and say whether its values are right");
  command.footer(kConfigFooter);
  const auto shown = std::make_shared<ShownConfig>();
  command.addFlag("--dump", shown->dump,
                  "Write every key, with where its value is from; with -- COMMAND OPTIONS, what "
                  "that command goes by");
  command.addFlag("--schema", shown->schema, "Write the JSON Schema of such files, for editors")
      .excludes("--dump");
  command.whenChosen([app, shown, after_dashes, &arguments, &action] {
    action = [app, shown, after_dashes, &arguments] {
      return runConfig(app, *shown, arguments, after_dashes);
    };
  });
}

} // namespace fsfind::cli
