#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

/// The option table as commands see it. CLI11's headers take longer to compile than most files that
/// declare options, so only OptionTable.cpp, Validators.cpp and what walks the finished table (the
/// command line itself, completion) include them.
namespace fsfind::cli {

/// What an option's text must fulfil: see Validators.h.
using Check = std::function<void(CLI::Option &)>;

/// A handle of one option; lives as long as its command does. Each function returns the same
/// option.
class Option {
public:
  explicit Option(CLI::Option &option) : option_(&option) {}

  /// What the help shows for the option's text.
  Option typeName(const std::string &name) const;
  Option description(const std::string &help) const;
  Option required() const;
  /// One text each time the option is given, though it may be given again.
  Option oneEach() const;
  /// Each text is a list.
  Option delimiter(char between) const;
  /// May not be given beside that other option, whose command is the same.
  Option excludes(const std::string &name) const;
  Option excludes(const Option &other) const;
  Option check(const Check &check) const;

private:
  CLI::Option *option_;
};

/// A handle of a command, or of fsfind itself, whose commands are its subcommands.
class Command {
public:
  explicit Command(CLI::App &app) : app_(&app) {}

  [[nodiscard]] Command addSubcommand(const std::string &name, const std::string &help) const;
  /// `value` keeps what it is where the option is not given; it must outlive the command. Of: text,
  /// 32-bit and 64-bit numbers, double, optional numbers, vectors of texts and of 32-bit numbers.
  template <class T>
  Option addOption(const std::string &names, T &value, const std::string &help) const;
  Option addFlag(const std::string &names, bool &value, const std::string &help) const;
  /// One that was added before.
  [[nodiscard]] Option option(const std::string &name) const;

  void footer(const std::string &text) const;
  /// The first word that is no option ends the options; it and the rest are remaining().
  void endsAtFirstWord() const;
  [[nodiscard]] std::vector<std::string> remaining() const;
  /// Called when the user has chosen this command, and all its options were right.
  void whenChosen(std::function<void()> act) const;

  /// CLI11's own, for those who walk the table.
  [[nodiscard]] CLI::App &app() const { return *app_; }

private:
  CLI::App *app_;
};

} // namespace fsfind::cli
