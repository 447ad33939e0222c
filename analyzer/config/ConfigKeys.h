#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The keys of a configuration file: one table that the reader, the command line, the clang-tidy
/// plugin and the JSON schema go by. docs/configuration.md explains them.
namespace fsfind::analyzer {

/// The commands that take values from the file, as bits.
enum ConfigCommand : std::uint32_t {
  kCheck = 1,
  kFix = 2,
  kReport = 4,
  kRecord = 8,
  kLayout = 16,
  kDiff = 32,
  kPlacement = 64,
  kWatch = 128,
  kLsp = 256,
};

struct CommandName {
  std::string_view name; ///< on the command line, and of its section in the file
  std::uint32_t command;
};
[[nodiscard]] std::span<const CommandName> configCommands();
/// 0 if the command takes nothing from the file.
[[nodiscard]] std::uint32_t configCommand(std::string_view name);

/// What a value is.
enum class ValueForm {
  Text,
  Number,   ///< from `least` to `most`
  Choice,   ///< one of `choices`
  FailOn,   ///< terms (rules/model/FailOn.h) of the words in `choices`
  Truth,    ///< true or false
  Path,     ///< of a file or folder; relative to the configuration file
  NameLine, ///< a line of what is known of a name (knowledge.md)
};

/// How many values a key has (all but One also as the lines of a text), and what becomes of them
/// where several places give it: a nearer file, a command's section, the command line.
enum class ValueCount {
  One,      ///< the nearest value counts
  List,     ///< the nearest list counts
  Addition, ///< all lists count, the nearest last
};

struct ConfigKey {
  std::string_view name; ///< also the option's, behind `--`, or a positional argument's
  ValueForm form;
  ValueCount count;
  std::uint32_t commands;         ///< those that take a value outside of sections
  std::uint32_t sections;         ///< further ones, that take it of their own sections only
  std::string_view help;          ///< one clause, for people
  std::string_view standard = {}; ///< the default, if it is one word
  std::string_view choices = {};  ///< separated by `|`
  std::uint32_t least = 0, most = 0;
  /// It protects from strangers' sources: a file that was found, which may be a stranger's as well,
  /// can only have less than `standard`, or of 0 than there are processors.
  bool protects = false;
  /// An option that, if given, has the value ignored; with `=`, only if it has one of the values
  /// behind that, separated by `|`.
  std::string_view unless = {};
};

/// A key's choices, or the words of its terms.
[[nodiscard]] std::vector<std::string_view> wordsOf(std::string_view choices);

[[nodiscard]] std::span<const ConfigKey> configKeys();
/// Null if there is none.
[[nodiscard]] const ConfigKey *configKey(std::string_view name);

/// What is wrong with a value, as a clause; empty if nothing is. Paths need not exist.
[[nodiscard]] std::string valueProblem(const ConfigKey &key, const std::string &text);

} // namespace fsfind::analyzer
