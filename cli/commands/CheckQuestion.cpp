#include "cli/commands/CheckQuestion.h"

#include "cli/check/Files.h"

#include <utility>

namespace fsfind::cli {

check::Question questionOf(const SourceArguments &arguments, std::vector<std::string> rules) {
  check::Question question;
  question.options = {arguments.line_size, minConfidence(arguments), std::move(rules)};
  question.selection.excludes = arguments.excludes;
  // Before `--`, paths name the sources to read, and their findings may be in headers.
  if (!arguments.compile_options)
    for (const std::string &path : arguments.paths)
      question.selection.paths.push_back(check::absolutePath(path));
  return question;
}

} // namespace fsfind::cli
