#pragma once

#include "rules/model/Finding.h"
#include "rules/model/NoLint.h"

#include <map>
#include <string>
#include <vector>

namespace fsfind::check {

/// The sources of findings: what they say, and which findings their authors silenced.
class Suppressions {
public:
  /// By clang-tidy's comments (rules/model/NoLint.h). Places are absolute paths.
  [[nodiscard]] bool silences(const Finding &finding);

  /// A line of a file, 1-based, without what ends it; empty if there is none.
  [[nodiscard]] const std::string &line(const std::string &file, std::uint32_t number);

private:
  struct Source {
    std::vector<std::string> lines;
    NoLint comments;
  };
  [[nodiscard]] const Source &source(const std::string &file);
  std::map<std::string, Source> sources_;
};

} // namespace fsfind::check
