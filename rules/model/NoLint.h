#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind {

/// The comments of one file by which authors silence clang-tidy: NOLINT, NOLINTNEXTLINE, and
/// NOLINTBEGIN with its NOLINTEND, each for all rules or for the globs in parentheses. They are
/// read as clang-tidy reads them: a block counts if its end names the same globs.
class NoLint {
public:
  explicit NoLint(std::string_view text);

  /// `line` is 1-based.
  [[nodiscard]] bool silences(std::uint32_t line, std::string_view rule) const;

private:
  /// Lines from `first` to `last` are silent for `globs`.
  struct Span {
    std::uint32_t first = 0, last = 0;
    std::vector<std::string> globs;
  };
  std::vector<Span> spans_;
};

/// Whether the author silenced the finding: at its location, at its primaryPlace(), or where one of
/// its members is declared. `at` returns a file's comments; null if it cannot be read.
[[nodiscard]] bool isSilenced(const Finding &finding,
                              const std::function<const NoLint *(const std::string &file)> &at);

/// `*` stands for any text, `?` for one byte, everything else for itself.
[[nodiscard]] bool matchesGlob(std::string_view glob, std::string_view text);

} // namespace fsfind
