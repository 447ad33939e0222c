#include "cli/commands/CompletionModel.h"

#include <CLI/CLI.hpp>

#include <sstream>
#include <utility>

namespace fsfind::cli {

namespace {

using Rules = std::vector<std::string>;

CompletionValue valueIn(const std::string &type) {
  if (type == "FILE")
    return CompletionValue::File;
  return type == "DIR" ? CompletionValue::Directory : CompletionValue::Word;
}

CompletionOption completionOption(const CLI::Option &option, const Rules &rules) {
  CompletionOption result;
  for (const std::string &name : option.get_lnames())
    result.flags.push_back("--" + name);
  for (const std::string &name : option.get_snames())
    result.flags.push_back("-" + name);
  result.help = option.get_description();
  if (option.get_items_expected_max() != 0) {
    const std::string type = option.get_type_name();
    result.value = valueIn(type);
    result.choices = type.starts_with("RULE") ? rules : choicesOf(option);
  }
  return result;
}

std::vector<CompletionOption> optionsOf(const CLI::App &app, const Rules &rules) {
  std::vector<CompletionOption> options;
  for (const CLI::Option *option : app.get_options())
    if (option->nonpositional())
      options.push_back(completionOption(*option, rules));
  return options;
}

CompletionCommand commandOf(const CLI::App &app, const Rules &rules) {
  CompletionCommand command{app.get_name(), app.get_description(), optionsOf(app, rules), {}};
  for (const CLI::Option *option : app.get_options())
    if (option->get_positional()) {
      std::vector<std::string> choices = std::move(command.positional.choices);
      command.positional = completionOption(*option, rules);
      if (!choices.empty())
        command.positional.choices = std::move(choices);
    }
  if (app.get_prefix_command())
    command.positional.value = CompletionValue::File; // the program to run
  return command;
}

} // namespace

// CLI11 appends a validator's description to the type: `TEXT:{text,json,csv}`.
std::vector<std::string> choicesOf(const CLI::Option &option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.find('}');
  std::vector<std::string> choices;
  if (open == std::string::npos || close == std::string::npos || close < open)
    return choices;
  std::istringstream words(type.substr(open + 1, close - open - 1));
  for (std::string word; std::getline(words, word, ',');)
    choices.push_back(word);
  return choices;
}

CompletionModel completionModel(const CLI::App &app, const std::vector<std::string> &rules) {
  CompletionModel model{optionsOf(app, rules), {}};
  for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
    model.commands.push_back(commandOf(*command, rules));
  return model;
}

} // namespace fsfind::cli
