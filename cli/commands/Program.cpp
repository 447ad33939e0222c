#include "cli/commands/Program.h"

#include "cli/commands/CompletionModel.h"
#include "cli/commands/OptionTable.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Nearest.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <new>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace fsfind::cli {

namespace {

/// The group of options that are added outside of a Section.
constexpr const char *kUsualGroup = "Options";

/// Shows `--format text|json|csv` where CLI11 shows its types and validators, and in usage lines
/// the words that CLI11 does not parse.
class HelpFormatter : public CLI::Formatter {
public:
  explicit HelpFormatter(const std::vector<FreeWords> &free_words) : free_words_(free_words) {
    column_width(34);
  }
  std::string make_usage(const CLI::App *app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    for (const FreeWords &words : free_words_)
      if (words.command == app->get_name())
        usage.insert(usage.find('\n'), fmt::format(" {}", words.usage));
    return usage;
  }
  std::string make_help(const CLI::App *app, std::string name,
                        CLI::AppFormatMode mode) const override {
    short_ = mode == CLI::AppFormatMode::Normal && app->get_help_all_ptr() != nullptr;
    std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    // CLI11 separates groups that are not shown, too.
    for (std::size_t at = 0; (at = help.find("\n\n\n", at)) != help.npos;)
      help.erase(at, 1);
    return help;
  }
  /// The short help shows the usual options...
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option *> options) const override {
    if (short_ && !is_positional && group != kUsualGroup)
      return {};
    return CLI::Formatter::make_group(std::move(group), is_positional, std::move(options));
  }
  /// ...and which groups of others there are.
  std::string make_footer(const CLI::App *app) const override {
    std::vector<std::string> others;
    if (short_)
      for (std::string group : app->get_groups())
        if (!group.empty() && group != kUsualGroup) {
          group.front() = static_cast<char>(std::tolower(group.front()));
          others.push_back(std::move(group));
        }
    return (others.empty() ? "" : fmt::format("\nMore with --help-all: {}\n\n", joined(others))) +
           CLI::Formatter::make_footer(app);
  }
  std::string make_option_opts(const CLI::Option *option) const override {
    if (option->get_items_expected_max() == 0)
      return {};
    std::vector<std::string> choices = choicesOf(*option);
    // Terms such as false:high are too many here; the option's text tells how they are made.
    std::erase_if(choices, [](const std::string &one) { return one.find(':') != one.npos; });
    const std::string type = option->get_type_name();
    return " " + (choices.empty() ? type.substr(0, type.find(':')) : joined(choices, "|"));
  }

private:
  std::vector<FreeWords> free_words_;
  mutable bool short_ = false; ///< of the help that is being made
};

std::string helpCommand(const CLI::App &app) {
  const auto chosen = app.get_subcommands();
  return app.get_name() + (chosen.empty() ? "" : " " + chosen.front()->get_name()) + " --help";
}

/// The first word that CLI11 took for an option and does not know, without its value; empty if
/// there is none.
std::string unknownOption(const CLI::App &command) {
  for (const std::string &word : command.remaining())
    if (word.starts_with('-'))
      return word.substr(0, word.find('='));
  return {};
}

/// What to do about words that the command does not take.
std::string hintOnExtras(CLI::App &app) {
  const auto chosen = app.get_subcommands();
  CLI::App &command = chosen.empty() ? app : *chosen.front();
  const bool compiles = command.get_name() == "check" || command.get_name() == "fix";
  return suggestion(unknownOption(command), Command(command).optionNames(),
                    compiles ? "the compiler's options come after --: FILE -- OPTIONS"
                             : "see " + helpCommand(app));
}

/// The exit code for what CLI11 throws; that can also be a request for help or the version.
int codeOfParse(CLI::App &app, const CLI::ParseError &error) {
  if (error.get_name() == "CallForHelp")
    return exitCode(print(app.help()));
  if (error.get_name() == "CallForAllHelp")
    return exitCode(print(app.help("", CLI::AppFormatMode::All)));
  if (error.get_name() == "CallForVersion")
    return exitCode(print(std::string(error.what()) + "\n"));
  const std::string what = error.what();
  const bool extras = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  const std::string hint = extras                ? "; " + hintOnExtras(app)
                           : what.ends_with('?') ? "" // has a suggestion of its own
                                                 : "; see " + helpCommand(app);
  printError(what + hint);
  return kExitError;
}

/// Runs the command. Commands return their errors; exceptions of libraries (no memory is left) are
/// turned into errors, too, so that they do not end the program in a crash.
Expected<int> act(const Action &action) {
  try {
    return action();
  } catch (const std::bad_alloc &) {
    return failure({{}, {}, "not enough memory", "give it more, or look at less: --pid, --tid"});
  } catch (const std::system_error &error) { // threads that cannot be started
    return failure({{}, {}, error.what(), "see ulimit -a"});
  } catch (const std::exception &error) {
    return failure({{}, {}, fmt::format("internal error: {}", error.what()), "please report it"});
  }
}

} // namespace

std::shared_ptr<CLI::FormatterBase> helpFormatter(const std::vector<FreeWords> &free_words) {
  return std::make_shared<HelpFormatter>(free_words);
}

void printError(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  tell(message);
}

int exitCode(const Expected<int> &result) {
  if (result)
    return *result;
  printError(result.error().message());
  return kExitError;
}

Expected<int> print(const std::string &text) {
  FSFIND_CHECK(writeTo(STDOUT_FILENO, "standard output", [&](std::ostream &out) { out << text; }));
  return kExitDone;
}

int parseAndRun(CLI::App &app, const std::function<void()> &parse, const Action &action) {
  try {
    parse();
  } catch (const CLI::ParseError &error) {
    return codeOfParse(app, error);
  }
  return exitCode(act(action));
}

} // namespace fsfind::cli
