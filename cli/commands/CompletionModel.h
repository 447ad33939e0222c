#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

/// What completion scripts need of the command line, read from the option table that parses it.
namespace fsfind::cli {

enum class CompletionValue : std::uint8_t { None, Word, File, Directory };

struct CompletionOption {
  std::vector<std::string> flags; ///< `--output`, `-o`
  std::string help;
  CompletionValue value = CompletionValue::None;
  std::vector<std::string> choices; ///< the words allowed; empty = any
};

struct CompletionCommand {
  std::string name, help;
  std::vector<CompletionOption> options;
  /// Without flags; value None if the command takes none. Of several, the value of the last, and
  /// the choices of the first that has some: with both, either may be meant.
  CompletionOption positional;
};

struct CompletionModel {
  std::vector<CompletionOption> options; ///< of fsfind itself
  std::vector<CompletionCommand> commands;
};

/// The words that an option accepts; empty if it accepts any word.
[[nodiscard]] std::vector<std::string> choicesOf(const CLI::Option &option);
/// `rules`: the words for a RULE.
[[nodiscard]] CompletionModel completionModel(const CLI::App &app,
                                              const std::vector<std::string> &rules);

/// The script a shell reads to complete `fsfind`.
[[nodiscard]] std::string bashCompletion(const CompletionModel &model);
[[nodiscard]] std::string zshCompletion(const CompletionModel &model);
[[nodiscard]] std::string fishCompletion(const CompletionModel &model);

} // namespace fsfind::cli
