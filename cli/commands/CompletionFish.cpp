#include "cli/commands/CompletionModel.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

namespace fsfind::cli {

namespace {

std::string fishQuoted(const std::string &text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "'";
}

std::string valueFor(const CompletionOption &option) {
  if (!option.choices.empty())
    return " -x -a " + fishQuoted(joined(option.choices, " "));
  if (option.value == CompletionValue::File)
    return " -r -F";
  if (option.value == CompletionValue::Directory)
    return " -x -a '(__fish_complete_directories)'";
  return option.value == CompletionValue::Word ? " -x" : "";
}

std::string optionLine(const CompletionOption &option, const std::string &condition) {
  std::string text = "complete -c fsfind -n " + fishQuoted(condition);
  for (const std::string &flag : option.flags)
    text += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
  return text + valueFor(option) + " -d " + fishQuoted(option.help) + "\n";
}

std::string commandLines(const CompletionCommand &command) {
  const std::string inside = "__fish_seen_subcommand_from " + command.name;
  std::string text = fmt::format("complete -c fsfind -n __fish_use_subcommand -a {} -d {}\n",
                                 command.name, fishQuoted(command.help));
  for (const CompletionOption &option : command.options)
    text += optionLine(option, inside);
  if (command.positional.value == CompletionValue::File)
    text += "complete -c fsfind -n " + fishQuoted(inside) + " -F\n";
  if (!command.positional.choices.empty())
    text += "complete -c fsfind -n " + fishQuoted(inside) + " -a " +
            fishQuoted(joined(command.positional.choices, " ")) + "\n";
  return text;
}

} // namespace

std::string fishCompletion(const CompletionModel &model) {
  std::string text = "# fish completion for fsfind; made by `fsfind completion fish`\n"
                     "complete -c fsfind -f\n";
  for (const CompletionOption &option : model.options)
    text += optionLine(option, "__fish_use_subcommand");
  for (const CompletionCommand &command : model.commands)
    text += commandLines(command);
  return text;
}

} // namespace fsfind::cli
