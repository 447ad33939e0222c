#pragma once

#include "rules/model/Finding.h"
#include "rules/model/NoLint.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fsfind::check {

/// The source files of findings: their lines, and which findings their comments silence.
class Suppressions {
public:
  /// `texts`, by absolute path, stand in place of what the files have.
  explicit Suppressions(std::map<std::string, std::string> texts = {}) : texts_(std::move(texts)) {}

  /// Whether a clang-tidy comment silences it (rules/model/NoLint.h). Its places have absolute
  /// paths.
  [[nodiscard]] bool silences(const Finding &finding);

  /// A line of a file, 1-based, without its line ending; empty if there is none.
  [[nodiscard]] const std::string &line(const std::string &file, std::uint32_t number);

private:
  struct Source {
    std::vector<std::string> lines;
    NoLint comments;
  };
  [[nodiscard]] const Source &source(const std::string &file);
  [[nodiscard]] std::string textOf(const std::string &file) const;
  std::map<std::string, std::string> texts_;
  std::map<std::string, Source> sources_;
};

} // namespace fsfind::check
