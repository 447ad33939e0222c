// What is wrong with where memory is, and what to do.
#include "cli/report/text/NodeColumns.h"
#include "cli/report/text/PlacementSections.h"
#include "cli/report/text/TextSections.h"
#include "cli/report/text/TextWords.h"
#include "rules/codec/Words.h"
#include "rules/placement/AllocatorSettings.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::report {

namespace {

void writeExample(Page &page, const std::string &example) {
  std::string_view rest = example;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    page.line("      | " + page.safe(line));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
}

/// All advice of the first finding: it often serves for the others, too.
void writePlacementFinding(Page &page, const PlacementFinding &finding, std::size_t rank,
                           bool all) {
  const std::string number = fmt::format("  {}.", rank);
  constexpr std::size_t kIndent = 6;
  bool first = true;
  const std::string text = fmt::format("{} ({})", finding.message, memoryText(finding.bytes));
  for (const std::string &part : cli::wrapped(page.safe(text), page.traits().width - kIndent)) {
    page.line((first ? cli::padded(number, kIndent) : std::string(kIndent, ' ')) + part);
    first = false;
  }
  for (const Advice &advice : finding.advice) {
    writeLabelled(page,
                  "advice: ", fmt::format("{} [{}]", page.safe(advice.why), word(advice.remedy)));
    writeExample(page, advice.example);
    if (!all && rank != 1)
      break;
  }
}

void writeSetting(Page &page, const AllocatorAdvice &advice) {
  page.bullet(
      page.safe(fmt::format("{} (in {}){}", allocatorText(advice.kind), baseName(advice.module),
                            advice.setting.empty() ? " has no setting for this" : ":")));
  if (!advice.setting.empty())
    page.line("      | " + page.safe(advice.setting) + " ./program");
  if (!advice.changes.empty())
    writeLabelled(page, "changes: ", page.safe(advice.changes));
  writeLabelled(page, "leaves: ", page.safe(advice.leaves));
}

} // namespace

void writePlacementVerdict(Page &page, const JudgedPlacement &judged, bool all) {
  const PlacementVerdict &verdict = judged.verdict;
  page.heading("Advice");
  if (verdict.findings.empty()) {
    page.line("  none, for " + verdict.nothing);
    return;
  }
  std::size_t rank = 0;
  for (const PlacementFinding &finding : verdict.findings)
    writePlacementFinding(page, finding, ++rank, all);
  if (verdict.allocators.empty())
    return;
  page.heading("Allocators");
  for (const AllocatorAdvice &advice : verdict.allocators)
    writeSetting(page, advice);
}

} // namespace fsfind::report
