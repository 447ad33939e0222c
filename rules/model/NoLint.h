#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fsfind {

/// The comments of one file by which authors silence clang-tidy: NOLINT, NOLINTNEXTLINE, and
/// NOLINTBEGIN with its NOLINTEND, each for all rules or for the globs in parentheses. They are
/// read as clang-tidy reads them, but for words inside of parentheses: a block counts if its end
/// names the same globs.
class NoLint {
public:
  explicit NoLint(std::string_view text);

  /// `line` is 1-based.
  [[nodiscard]] bool silences(std::uint32_t line, std::string_view rule) const;

private:
  /// Lines from `first` to `last` are silent for the globs of `list`.
  struct Span {
    std::uint32_t first = 0, last = 0;
    std::string list;
  };
  using Lines = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  /// From and to which lines a rule is silent; no two overlap.
  [[nodiscard]] Lines linesFor(std::string_view rule) const;

  std::vector<Span> spans_;
  mutable std::map<std::string, Lines, std::less<>> silent_; ///< what linesFor() said
};

/// Whether the author silenced the finding: at its location, at its primaryPlace(), or where one of
/// its members is declared. `at` returns a file's comments; null if it cannot be read.
[[nodiscard]] bool isSilenced(const Finding &finding,
                              const std::function<const NoLint *(const std::string &file)> &at);

/// `*` stands for any text, `?` for one byte, everything else for itself.
[[nodiscard]] bool matchesGlob(std::string_view glob, std::string_view text);

} // namespace fsfind
