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

/// Adds a condition on an option's text: see Validators.h.
using Check = std::function<void(CLI::Option &)>;

/// A handle of one option, valid as long as its command exists. Each function returns a handle of
/// the same option.
class Option {
public:
  explicit Option(CLI::Option &option) : option_(&option) {}

  /// What the help shows for the option's text.
  Option typeName(const std::string &name) const;
  Option description(const std::string &help) const;
  Option required() const;
  /// Takes one text each time it is given; it may be given several times.
  Option oneEach() const;
  /// Splits each text into a list at `between`.
  Option delimiter(char between) const;
  /// Must not be given together with another option of the same command.
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
  /// `value` must outlive the command; it is unchanged if the option is not given. T is a string, a
  /// 32-bit or 64-bit number, double, an optional number, or a vector of strings or 32-bit numbers.
  template <class T>
  Option addOption(const std::string &names, T &value, const std::string &help) const;
  Option addFlag(const std::string &names, bool &value, const std::string &help) const;
  /// An option that was added before.
  [[nodiscard]] Option option(const std::string &name) const;

  /// All names of its options, with their dashes.
  [[nodiscard]] std::vector<std::string> optionNames() const;

  void footer(const std::string &text) const;
  /// Makes the first word that is no option end the options; it and the rest are remaining().
  void endsAtFirstWord() const;
  [[nodiscard]] std::vector<std::string> remaining() const;
  /// `act` is called if the user has chosen this command and all its options are valid.
  void whenChosen(std::function<void()> act) const;

  /// CLI11's own, for those who walk the table.
  [[nodiscard]] CLI::App &app() const { return *app_; }

private:
  CLI::App *app_;
};

/// While it lives, options of the command are added to a group of their own, which only --help-all
/// shows: under `title`, of which the short help says that it is there.
class Section {
public:
  Section(const Command &command, const char *title);
  ~Section();
  Section(const Section &) = delete;
  Section &operator=(const Section &) = delete;

private:
  Command command_;
  std::string former_;
};

/// Groups to which several commands' options are added.
inline constexpr const char *kReadingSources = "Reading sources";
inline constexpr const char *kReadingRecordings = "Reading recordings";
inline constexpr const char *kKnownFindings = "Known findings";
inline constexpr const char *kTerminal = "Terminal";

/// Reads words by the options that `declare` adds, up to the first word that is no option. False if
/// an option refuses its text.
[[nodiscard]] bool readWords(std::vector<std::string> words,
                             const std::function<void(const Command &)> &declare);

} // namespace fsfind::cli
