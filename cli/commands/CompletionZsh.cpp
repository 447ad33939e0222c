#include "cli/commands/CompletionModel.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

namespace fsfind::cli {

namespace {

/// Escapes text for single quotes inside a specification of zsh's _arguments.
std::string zshEscaped(const std::string &text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'')
      result += "'\\'";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

std::string actionFor(const CompletionOption &option) {
  if (!option.choices.empty())
    return fmt::format(":value:({})", zshEscaped(joined(option.choices, " ")));
  if (option.value == CompletionValue::File)
    return ":file:_files";
  if (option.value == CompletionValue::Directory)
    return ":directory:_files -/";
  return option.value == CompletionValue::Word ? ":value: " : "";
}

std::string argumentsOf(const std::vector<CompletionOption> &options, const std::string &indent) {
  std::string text;
  for (const CompletionOption &option : options)
    for (const std::string &flag : option.flags)
      text += fmt::format(" \\\n{}'*{}[{}]{}'", indent, flag, zshEscaped(option.help),
                          actionFor(option));
  return text;
}

std::string zshCase(const CompletionCommand &command) {
  std::string text = fmt::format("            {})\n                _arguments", command.name) +
                     argumentsOf(command.options, "                    ");
  if (command.positional.value != CompletionValue::None)
    text += fmt::format(" \\\n                    '1{}'", actionFor(command.positional));
  if (command.positional.value == CompletionValue::File && !command.positional.choices.empty())
    text += " '*:file:_files'";
  return text + " ;;\n";
}

} // namespace

std::string zshCompletion(const CompletionModel &model) {
  std::string described, commands;
  for (const CompletionCommand &command : model.commands) {
    described += fmt::format("                '{}:{}'\n", command.name, zshEscaped(command.help));
    commands += zshCase(command);
  }
  return fmt::format("#compdef fsfind\n# Made by `fsfind completion zsh`\n"
                     "_fsfind() {{\n"
                     "    local context state state_descr line\n"
                     "    typeset -A opt_args\n"
                     "    _arguments -C{} \\\n"
                     "        '1:command:->command' '*::argument:->argument'\n"
                     "    case $state in\n"
                     "        command)\n"
                     "            local -a commands=(\n{}            )\n"
                     "            _describe command commands ;;\n"
                     "        argument)\n"
                     "            case $words[1] in\n{}            esac ;;\n"
                     "    esac\n"
                     "}}\n"
                     "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n"
                     "    _fsfind \"$@\"\n"
                     "else\n"
                     "    compdef _fsfind fsfind\n"
                     "fi\n",
                     argumentsOf(model.options, "        "), described, commands);
}

} // namespace fsfind::cli
