#include "cli/commands/Commands.h"
#include "cli/report/review/RulePages.h"
#include "cli/terminal/Nearest.h"
#include "cli/terminal/Output.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

namespace fsfind::cli {

namespace {

using report::RulePage;
using report::rulePages;

constexpr std::string_view kPrefix = "fsfind-";

/// Null if there is no such rule. The prefix of all ids may be left out.
const RulePage *pageOf(std::string_view rule) {
  const auto pages = rulePages();
  const auto found = std::find_if(pages.begin(), pages.end(), [&](const RulePage &page) {
    return page.id == rule || page.id.substr(kPrefix.size()) == rule;
  });
  return found == pages.end() ? nullptr : &*found;
}

std::vector<std::string> ruleIds() {
  std::vector<std::string> ids;
  for (const RulePage &page : rulePages())
    ids.emplace_back(page.id);
  return ids;
}

Expected<int> show(const Writer &writer) {
  FSFIND_CHECK(writeOutput("-", writer));
  return kExitDone;
}

Expected<int> listRules() {
  return show([](std::ostream &out) {
    std::size_t width = 0;
    for (const RulePage &page : rulePages())
      width = std::max(width, page.id.size());
    for (const RulePage &page : rulePages())
      out << fmt::format("{:<{}}  {}\n", page.id, width, report::summaryOf(page));
  });
}

Expected<int> explain(const std::string &rule) {
  const RulePage *page = pageOf(rule);
  if (!page)
    return failure({{},
                    {},
                    fmt::format("no rule is named '{}'", rule),
                    suggestion((rule.starts_with(kPrefix) ? "" : std::string(kPrefix)) + rule,
                               ruleIds(), "fsfind explain lists the rules")});
  return show([page](std::ostream &out) { out << page->text; });
}

} // namespace

void addExplainCommand(const Command &app, Action &action) {
  const Command command =
      app.addSubcommand("explain", "Print what a rule looks for, with examples and remedies");
  const auto rule = std::make_shared<std::string>();
  command.addOption("rule", *rule, "The rule's id; without one, the rules are listed")
      .typeName("RULE");
  command.whenChosen([rule, &action] {
    action = [rule] { return rule->empty() ? listRules() : explain(*rule); };
  });
}

} // namespace fsfind::cli
