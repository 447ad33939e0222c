#include "cli/commands/CompletionModel.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

namespace fsfind::cli {

namespace {

std::string flagsOf(const std::vector<CompletionOption> &options) {
  std::vector<std::string> flags;
  for (const CompletionOption &option : options)
    flags.insert(flags.end(), option.flags.begin(), option.flags.end());
  return joined(flags, " ");
}

/// The commands that fill COMPREPLY with an option's values; `:` if only the user knows them.
std::string replyFor(const CompletionOption &option) {
  if (!option.choices.empty() && option.value == CompletionValue::File)
    return fmt::format("compopt -o filenames; COMPREPLY=($(compgen -f -W '{}' -- \"$cur\"))",
                       joined(option.choices, " "));
  if (!option.choices.empty())
    return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\"))", joined(option.choices, " "));
  if (option.value == CompletionValue::File)
    return "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$cur\"))";
  if (option.value == CompletionValue::Directory)
    return "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$cur\"))";
  return ":";
}

std::string valueCases(const CompletionCommand &command) {
  std::string text;
  for (const CompletionOption &option : command.options)
    if (option.value != CompletionValue::None)
      text += fmt::format("        {}:{}) {}; return ;;\n", command.name,
                          joined(option.flags, "|" + command.name + ":"), replyFor(option));
  return text;
}

std::string bashCase(const CompletionCommand &command) {
  std::string text = fmt::format("        {})\n            if [[ $cur == -* ]]; then\n"
                                 "                COMPREPLY=($(compgen -W '{}' -- \"$cur\"))\n",
                                 command.name, flagsOf(command.options));
  if (command.positional.value != CompletionValue::None)
    text += fmt::format("            else\n                {}\n", replyFor(command.positional));
  return text + "            fi ;;\n";
}

} // namespace

std::string bashCompletion(const CompletionModel &model) {
  std::vector<std::string> names;
  std::string values, commands;
  for (const CompletionCommand &command : model.commands) {
    names.push_back(command.name);
    values += valueCases(command);
    commands += bashCase(command);
  }
  return fmt::format(
      "# bash completion for fsfind; made by `fsfind completion bash`\n"
      "_fsfind() {{\n"
      "    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "    local command=${{COMP_WORDS[1]}}\n"
      "    COMPREPLY=()\n"
      "    # bash takes --option=value for three words\n"
      "    if [[ $cur == = ]]; then\n"
      "        cur=\n"
      "    elif [[ $prev == = ]]; then\n"
      "        prev=${{COMP_WORDS[COMP_CWORD-2]}}\n"
      "    fi\n"
      "    if ((COMP_CWORD == 1)); then\n"
      "        COMPREPLY=($(compgen -W '{} {}' -- \"$cur\"))\n"
      "        return\n"
      "    fi\n"
      "    case $command:$prev in\n{}    esac\n"
      "    case $command in\n{}    esac\n"
      "}}\n"
      "complete -F _fsfind fsfind\n",
      joined(names, " "), flagsOf(model.options), values, commands);
}

} // namespace fsfind::cli
