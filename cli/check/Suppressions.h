#pragma once

#include "rules/model/Finding.h"

#include <map>
#include <string>
#include <vector>

namespace fsfind::check {

/// clang-tidy's comments by which authors silence a line: NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and
/// NOLINTEND, each for all rules or for those in parentheses (globs; others' rules are ignored).
class Suppressions {
public:
  /// On the line of the finding or of the declaration of one of its members. Places are absolute
  /// paths.
  [[nodiscard]] bool silences(const Finding &finding);

  /// A line of a file, 1-based, without its newline; empty if there is none.
  [[nodiscard]] const std::string &line(const std::string &file, std::uint32_t number);

private:
  [[nodiscard]] bool at(const Place &place, const std::string &rule);
  [[nodiscard]] const std::vector<std::string> &linesOf(const std::string &file);
  std::map<std::string, std::vector<std::string>> files_;
};

/// `*` stands for any text.
[[nodiscard]] bool matchesGlob(std::string_view glob, std::string_view text);

} // namespace fsfind::check
