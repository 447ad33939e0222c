#include "cli/commands/OptionTable.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace fsfind::cli {

Option Option::typeName(const std::string &name) const {
  option_->type_name(name);
  return *this;
}

Option Option::description(const std::string &help) const {
  option_->description(help);
  return *this;
}

Option Option::required() const {
  option_->required();
  return *this;
}

Option Option::oneEach() const {
  option_->allow_extra_args(false);
  return *this;
}

Option Option::delimiter(char between) const {
  option_->delimiter(between);
  return *this;
}

Option Option::excludes(const std::string &name) const {
  option_->excludes(name);
  return *this;
}

Option Option::excludes(const Option &other) const {
  option_->excludes(other.option_);
  return *this;
}

Option Option::check(const Check &check) const {
  check(*option_);
  return *this;
}

Command Command::addSubcommand(const std::string &name, const std::string &help) const {
  return Command(*app_->add_subcommand(name, help));
}

template <class T>
Option Command::addOption(const std::string &names, T &value, const std::string &help) const {
  return Option(*app_->add_option(names, value, help));
}

template Option Command::addOption(const std::string &, std::string &, const std::string &) const;
template Option Command::addOption(const std::string &, std::uint32_t &, const std::string &) const;
template Option Command::addOption(const std::string &, std::uint64_t &, const std::string &) const;
template Option Command::addOption(const std::string &, double &, const std::string &) const;
template Option Command::addOption(const std::string &, std::optional<std::uint32_t> &,
                                   const std::string &) const;
template Option Command::addOption(const std::string &, std::optional<std::uint64_t> &,
                                   const std::string &) const;
template Option Command::addOption(const std::string &, std::vector<std::string> &,
                                   const std::string &) const;
template Option Command::addOption(const std::string &, std::vector<std::uint32_t> &,
                                   const std::string &) const;

Option Command::addFlag(const std::string &names, bool &value, const std::string &help) const {
  return Option(*app_->add_flag(names, value, help));
}

Option Command::option(const std::string &name) const {
  return Option(*app_->get_option(name));
}

std::vector<std::string> Command::optionNames() const {
  std::vector<std::string> names;
  for (const CLI::Option *option : app_->get_options()) {
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
    for (const std::string &name : option->get_snames())
      names.push_back("-" + name);
  }
  return names;
}

void Command::footer(const std::string &text) const {
  app_->footer(text);
}

void Command::endsAtFirstWord() const {
  app_->prefix_command();
}

std::vector<std::string> Command::remaining() const {
  return app_->remaining();
}

void Command::whenChosen(std::function<void()> act) const {
  app_->callback(std::move(act));
}

Section::Section(const Command &command, const char *title)
    : command_(command), former_(command.app().option_defaults()->get_group()) {
  command.app().option_defaults()->group(title);
}

Section::~Section() {
  command_.app().option_defaults()->group(former_);
}

bool readWords(std::vector<std::string> words,
               const std::function<void(const Command &)> &declare) {
  CLI::App app;
  const Command command(app);
  declare(command);
  command.endsAtFirstWord();
  std::reverse(words.begin(), words.end()); // CLI11 takes the last one first
  try {
    app.parse(words);
  } catch (const CLI::ParseError &) {
    return false;
  }
  return true;
}

} // namespace fsfind::cli
