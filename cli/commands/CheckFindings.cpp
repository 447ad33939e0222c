#include "cli/commands/CheckFindings.h"

#include "cli/check/Files.h"
#include "rules/source/Catalogue.h"

namespace fsfind::cli {

check::SelectedFindings findIn(const Facts &facts, const CheckArguments &arguments,
                               const std::vector<std::string> &rules,
                               check::Suppressions &sources) {
  check::Selection selection{{}, arguments.excludes};
  if (!arguments.compile_options)
    for (const std::string &path : arguments.paths)
      selection.paths.push_back(check::absolutePath(path));
  return check::select(checkFacts(facts, {arguments.line_size, minConfidence(arguments), rules}),
                       selection, sources);
}

} // namespace fsfind::cli
