#include "cli/commands/Commands.h"
#include "cli/commands/NamedFinding.h"
#include "cli/commands/Validators.h"
#include "cli/report/review/RulePages.h"
#include "cli/report/text/LinksText.h"
#include "cli/report/text/TextWords.h"
#include "cli/terminal/Nearest.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

namespace fsfind::cli {

namespace {

using report::RulePage;
using report::rulePages;

constexpr std::string_view kPrefix = "fsfind-";
constexpr const char *kExplainFooter = "Examples:\n"
                                       "  fsfind explain per-thread-slots\n"
                                       "  fsfind check --format=json -o report.json\n"
                                       "  fsfind explain 3 report.json\n";

struct ExplainArguments {
  std::string what, report;
};

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

Expected<int> explainFinding(const std::string &name, const std::string &path) {
  FSFIND_TRY(const Finding finding, namedFinding(name, path));
  return show([&](std::ostream &out) {
    out << printableLines(
        fmt::format("{}: {}: {} [{}]\n\n{}\nWhat the rule looks for: fsfind explain {}\n",
                    report::placeText(finding.location), report::levelText(finding),
                    finding.message, finding.rule, report::chainText(finding), finding.rule));
  });
}

Expected<int> explainRule(const std::string &rule) {
  const RulePage *page = pageOf(rule);
  if (!page)
    return failure({{},
                    {},
                    fmt::format("no rule is named '{}'", rule),
                    suggestion((rule.starts_with(kPrefix) ? "" : std::string(kPrefix)) + rule,
                               ruleIds(), "fsfind explain lists the rules")});
  return show([page](std::ostream &out) { out << page->text; });
}

Expected<int> runExplain(const ExplainArguments &arguments) {
  if (arguments.what.empty())
    return listRules();
  return namesFinding(arguments.what) ? explainFinding(arguments.what, arguments.report)
                                      : explainRule(arguments.what);
}

} // namespace

void addExplainCommand(const Command &app, Action &action) {
  const Command command =
      app.addSubcommand("explain", "Print what a rule looks for, with examples and remedies, or "
                                   "what a finding lacks");
  command.footer(kExplainFooter);
  const auto arguments = std::make_shared<ExplainArguments>();
  command
      .addOption("what", arguments->what,
                 "A rule's id, or a finding's number or fingerprint; without it, the rules are "
                 "listed")
      .typeName("RULE|FINDING");
  command
      .addOption("report", arguments->report,
                 "JSON report with the finding (default: what `fsfind check` finds here)")
      .typeName("FILE")
      .check(fileName());
  command.whenChosen(
      [arguments, &action] { action = [arguments] { return runExplain(*arguments); }; });
}

} // namespace fsfind::cli
