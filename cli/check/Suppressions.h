#pragma once

#include "analyzer/worker/OtherPaths.h"
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
  /// `others` stand in place of what is on the disk.
  explicit Suppressions(analyzer::OtherFiles others = {})
      : paths_(others), others_(std::move(others)) {}

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
  [[nodiscard]] std::string textOf(const std::string &file);
  analyzer::OtherPaths paths_;
  analyzer::OtherFiles others_;
  std::map<std::string, Source> sources_;
};

} // namespace fsfind::check
