#include "cli/commands/ConfigOptions.h"

#include "cli/check/Files.h"
#include "cli/commands/Validators.h"
#include "cli/terminal/Messages.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <thread>
#include <utility>

namespace fsfind::cli {

namespace {

using analyzer::ConfigKey;
using analyzer::ConfigValue;
using analyzer::ValueCount;

std::string positionText(const Place &place) {
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

/// Null if the command has none.
CLI::Option *optionOf(CLI::App &command, const ConfigKey &key) {
  const std::string name(key.name);
  CLI::Option *option = command.get_option_no_throw("--" + name);
  return option != nullptr ? option : command.get_option_no_throw(name); // a positional argument
}

/// `typed` is an option, or an option, `=` and values separated by `|`.
bool isTyped(CLI::App &command, std::string_view typed) {
  if (typed.empty())
    return false;
  const std::size_t end = std::min(typed.find('='), typed.size());
  const CLI::Option *option = command.get_option_no_throw(std::string(typed.substr(0, end)));
  if (option == nullptr || option->count() == 0)
    return false;
  if (end == typed.size())
    return true;
  const std::string values = "|" + std::string(typed.substr(end + 1)) + "|";
  return values.find("|" + option->results().back() + "|") != std::string::npos;
}

/// Whether the user typed what does not go with the option.
bool isExcluded(const CLI::Option &option) {
  const auto others = option.get_excludes();
  return std::any_of(others.begin(), others.end(),
                     [](const CLI::Option *other) { return other->count() != 0; });
}

/// What CLI11 says is wrong, without the option's name in front.
std::string problemOf(const CLI::Option &option, const CLI::ParseError &error) {
  const std::string text = error.what(), name = option.get_name() + ": ";
  return text.starts_with(name) ? text.substr(name.size()) : text;
}

Expected<void> check(CLI::Option &option, const ConfigKey &key, const ConfigValue &value,
                     const std::string &command) {
  try {
    option.clear();
    option.add_result(value.text);
    option.run_callback();
  } catch (const CLI::ParseError &error) {
    return failure(
        {positionText(value.place),
         {},
         fmt::format("{}: {}", key.name, problemOf(option, error)),
         fmt::format("correct it for fsfind {}, or put it into the sections of others", command)});
  }
  return {};
}

/// Has the option take the file's values, and those typed behind them.
Expected<void> take(CLI::Option &option, const UsedValues &values, const std::string &command) {
  for (const ConfigValue &value : values.told)
    FSFIND_CHECK(check(option, *values.key, value, command));
  option.clear();
  for (const ConfigValue &value : values.told)
    option.add_result(value.text);
  for (const std::string &text : values.typed)
    option.add_result(text);
  option.run_callback(); // each value has been checked
  return {};
}

/// Whether an error is in the file that the value names: `path`, `path:line`, or the compile
/// database in a build folder.
bool isInFile(const Error &error, const ConfigKey &key, const ConfigValue &value) {
  if (key.form != analyzer::ValueForm::Path || !error.where.starts_with(value.text))
    return false;
  const std::string_view rest = std::string_view(error.where).substr(value.text.size());
  const bool below = value.text.ends_with('/') || rest.starts_with('/');
  return rest.empty() || rest.front() == ':' || (key.name == "build" && below);
}

/// The value of the file that an error is about; null if it is about none of these.
const ConfigValue *valueMeant(const Error &error, const UsedValues &values) {
  const bool by_name = error.where == fmt::format("--{}", values.key->name);
  const auto at =
      std::find_if(values.told.begin(), values.told.end(), [&](const ConfigValue &value) {
        return by_name ? error.what.starts_with(value.text) : isInFile(error, *values.key, value);
      });
  if (at != values.told.end())
    return &*at;
  return by_name && !values.told.empty() ? &values.told.front() : nullptr;
}

/// Warns of files that are not read.
void tellOf(const std::vector<Error> &strangers, const std::string &folder) {
  for (const Error &one : strangers)
    tell("warning: " + check::shownText(one.message(), folder));
}

/// Lowers what would take away from what protects the user, and says so.
std::vector<Error> lowerLimits(analyzer::Config &config) {
  const auto number = [](std::string_view text) {
    unsigned value = 0;
    (void)std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  };
  std::vector<Error> lowered;
  for (analyzer::Setting &setting : config.settings) {
    const ConfigKey &key = *setting.key;
    const unsigned standard = number(key.standard);
    const unsigned most =
        standard != 0 ? standard : std::max(std::thread::hardware_concurrency(), 1U);
    for (ConfigValue &value : setting.values)
      if (key.protects && number(value.text) > most)
        lowered.push_back(
            {positionText(value.place),
             {},
             fmt::format("{}: {} is taken for {}, since a file that was found cannot "
                         "have more",
                         key.name, std::exchange(value.text, std::to_string(most)), most),
             fmt::format("name it with --config, or type --{}", key.name)});
  }
  return lowered;
}

} // namespace

void addConfigOptions(const Command &command, ConfigArguments &arguments) {
  const Section section(command, "Configuration");
  command
      .addOption("--config", arguments.file,
                 "Take options that are not given from FILE (default: .fsfind.yaml, here or above)")
      .typeName("FILE")
      .check(fileName());
  command.addFlag("--no-config", arguments.none, "Read no .fsfind.yaml").excludes("--config");
}

Expected<analyzer::Config> configFor(const ConfigArguments &arguments, const std::string &folder) {
  const auto found = arguments.none ? analyzer::FoundConfig{}
                     : arguments.file.empty()
                         ? analyzer::findConfig(folder)
                         : analyzer::FoundConfig{check::namedPath(arguments.file), {}};
  tellOf(found.strangers, folder);
  if (found.file.empty())
    return analyzer::Config{};
  FSFIND_TRY(analyzer::Config config, analyzer::readConfig(found.file));
  tellOf(config.strangers, folder);
  if (arguments.file.empty())
    tellOf(lowerLimits(config), folder);
  return config;
}

Expected<analyzer::Config> configInForce(const ConfigArguments &arguments,
                                         const std::string &folder) {
  auto config = configFor(arguments, folder);
  if (!config) {
    config.error().where = check::shownText(config.error().where, folder);
    return config;
  }
  for (std::string &path : config->files)
    path = check::shownPath(path, folder);
  for (analyzer::Setting &setting : config->settings)
    for (ConfigValue &value : setting.values) {
      value.place.file = check::shownPath(value.place.file, folder);
      if (setting.key->form == analyzer::ValueForm::Path)
        value.text = check::shownPath(value.text, folder);
    }
  return config;
}

Expected<std::vector<UsedValues>> useConfig(const Command &command, const analyzer::Config &config,
                                            bool paths_are_sources) {
  CLI::App &app = command.app();
  const std::string name = app.get_name();
  const std::uint32_t bit = analyzer::configCommand(name);
  std::vector<UsedValues> all;
  for (const ConfigKey &key : analyzer::configKeys()) {
    CLI::Option *option = ((key.commands | key.sections) & bit) == 0 ? nullptr : optionOf(app, key);
    if (option == nullptr)
      continue;
    UsedValues values{&key, {}, option->results()};
    const bool moot = isTyped(app, key.unless) || isExcluded(*option) ||
                      (paths_are_sources && key.name == "paths");
    if (!moot && (values.typed.empty() || key.count == ValueCount::Addition))
      values.told = analyzer::valuesFor(config, key, bit);
    if (!values.told.empty())
      FSFIND_CHECK(take(*option, values, name));
    all.push_back(std::move(values));
  }
  return all;
}

Error withPlace(Error error, const std::vector<UsedValues> &values) {
  for (const UsedValues &one : values)
    if (const ConfigValue *value = valueMeant(error, one)) {
      const bool in_file = isInFile(error, *one.key, *value);
      error.where = fmt::format("{}: {}", positionText(value->place),
                                in_file ? error.where : std::string(one.key->name));
      break;
    }
  return error;
}

std::vector<std::string> asWords(const std::vector<UsedValues> &values) {
  std::vector<std::string> words;
  for (const UsedValues &one : values)
    for (const ConfigValue &value : one.told)
      words.push_back(fmt::format("--{}={}", one.key->name, value.text));
  return words;
}

} // namespace fsfind::cli
