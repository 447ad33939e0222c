#include "cli/commands/CheckQuestion.h"

#include "cli/check/Files.h"

#include <utility>

namespace fsfind::cli {

check::Question questionOf(const SourceArguments &arguments, std::vector<std::string> rules) {
  check::Question question;
  question.options = {arguments.line_size, minConfidence(arguments),
                      arguments.suspects || minConfidence(arguments) == Confidence::Low,
                      std::move(rules)};
  question.selection.excludes = arguments.excludes;
  // Before `--`, paths name the sources to read, and their findings may be in headers.
  if (!arguments.compile_options)
    for (const std::string &path : arguments.paths)
      question.selection.paths.push_back(check::absolutePath(path));
  return question;
}

std::uint32_t lineSizeOf(const SourceArguments &arguments, const std::vector<FactUnit> &units) {
  if (arguments.line_size != 0)
    return arguments.line_size;
  std::uint32_t size = 0;
  for (const FactUnit &unit : units)
    size = std::max(size, unit.line_size);
  return size == 0 ? kDefaultLineSize : size;
}

} // namespace fsfind::cli
