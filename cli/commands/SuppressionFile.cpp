#include "cli/commands/SuppressionFile.h"

#include "cli/report/review/RulePages.h"
#include "cli/terminal/Nearest.h"
#include "rules/input/InputFile.h"
#include "rules/model/NoLint.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::cli {

namespace {

Expected<void> mustNameRules(const std::string &path, const std::vector<Suppression> &list) {
  std::vector<std::string> ids;
  for (const report::RulePage &page : report::rulePages())
    ids.emplace_back(page.id);
  for (const Suppression &one : list)
    if (std::none_of(ids.begin(), ids.end(),
                     [&](const std::string &id) { return matchesGlob(one.rule, id); }))
      return failure({fmt::format("{}:{}", path, one.line),
                      {},
                      "no rule is named " + one.rule,
                      suggestion(one.rule, ids, "fsfind explain lists the rules")});
  return {};
}

} // namespace

Expected<std::vector<Suppression>> readSuppressions(const std::string &path) {
  FSFIND_TRY(const std::string text, readInput(path, input::kSuppressions));
  FSFIND_TRY(std::vector<Suppression> list, parseSuppressions(text, path));
  FSFIND_CHECK(mustNameRules(path, list));
  return list;
}

} // namespace fsfind::cli
