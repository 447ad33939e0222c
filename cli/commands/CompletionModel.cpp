#include "cli/commands/CompletionModel.h"

#include "cli/report/review/RulePages.h"

#include <CLI/CLI.hpp>

#include <sstream>
#include <string_view>
#include <utility>

namespace fsfind::cli {

namespace {

std::string_view withoutPrefix(std::string_view rule) {
  constexpr std::string_view kPrefix = "fsfind-";
  rule.remove_prefix(rule.starts_with(kPrefix) ? kPrefix.size() : 0);
  return rule;
}

CompletionValue valueIn(const std::string &type) {
  if (type == "FILE")
    return CompletionValue::File;
  return type == "DIR" ? CompletionValue::Directory : CompletionValue::Word;
}

CompletionOption optionOf(const CLI::Option &option) {
  CompletionOption result;
  for (const std::string &name : option.get_lnames())
    result.flags.push_back("--" + name);
  for (const std::string &name : option.get_snames())
    result.flags.push_back("-" + name);
  result.help = option.get_description();
  if (option.get_items_expected_max() != 0) {
    const std::string type = option.get_type_name();
    result.value = valueIn(type);
    result.choices = choicesOf(option);
  }
  return result;
}

std::vector<CompletionOption> optionsOf(const CLI::App &app) {
  std::vector<CompletionOption> options;
  for (const CLI::Option *option : app.get_options())
    if (option->nonpositional())
      options.push_back(optionOf(*option));
  return options;
}

CompletionCommand commandOf(const CLI::App &app) {
  CompletionCommand command{app.get_name(), app.get_description(), optionsOf(app), {}};
  for (const CLI::Option *option : app.get_options())
    if (option->get_positional()) {
      std::vector<std::string> choices = std::move(command.positional.choices);
      command.positional = optionOf(*option);
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
  if (type.starts_with("RULE"))
    for (const report::RulePage &page : report::rulePages())
      choices.emplace_back(withoutPrefix(page.id));
  if (open == std::string::npos || close == std::string::npos || close < open)
    return choices;
  std::istringstream words(type.substr(open + 1, close - open - 1));
  for (std::string word; std::getline(words, word, ',');)
    choices.push_back(word);
  return choices;
}

CompletionModel completionModel(const CLI::App &app) {
  CompletionModel model{optionsOf(app), {}};
  for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
    model.commands.push_back(commandOf(*command));
  return model;
}

} // namespace fsfind::cli
