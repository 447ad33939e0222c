#include "cli/report/html/StillPage.h"

#include "cli/report/html/Markup.h"
#include "cli/report/text/FindingWords.h"
#include "cli/terminal/Text.h"
#include "rules/codec/JsonWords.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace fsfind::report {

namespace {

constexpr std::size_t kRows = 50; ///< of a table

constexpr std::string_view kWithoutScript =
    "<p>More is shown where scripts may run: open this file in a browser.</p>\n";

/// A table row; cells are plain text.
void writeRow(std::ostream &out, const std::vector<std::string> &cells, std::string_view tag) {
  out << "<tr>";
  for (const std::string &cell : cells)
    out << '<' << tag << '>' << markupText(cell) << "</" << tag << '>';
  out << "</tr>\n";
}

/// A table of the first elements, and a sentence on the others.
template <class Range, class Convert>
void writeTable(std::ostream &out, std::string_view caption, const std::vector<std::string> &heads,
                const Range &elements, Convert cells) {
  out << "<table border=\"1\" cellpadding=\"4\"><caption>" << caption << "</caption>\n<thead>";
  writeRow(out, heads, "th");
  out << "</thead><tbody>\n";
  const std::size_t shown = std::min<std::size_t>(elements.size(), kRows);
  for (std::size_t i = 0; i < shown; ++i)
    writeRow(out, cells(elements[i]), "td");
  out << "</tbody></table>\n";
  if (shown < elements.size())
    out << "<p>and " << elements.size() - shown << " more</p>\n";
}

std::string placeOf(const Place &place) {
  return place.known() ? fmt::format("{}:{}", place.file, place.line) : std::string();
}

std::string shareOf(const FindingCost &cost) {
  return cost.share
             ? fmt::format("{} ({} to {})", cli::percentage(cost.share->value),
                           cli::percentage(cost.share->low), cli::percentage(cost.share->high))
             : std::string("unknown");
}

std::string sharingOf(const Finding &finding) {
  std::string text(fsfind::word(finding.sharing));
  if (finding.conflict)
    text += fmt::format(", {}", fsfind::word(*finding.conflict));
  return text;
}

std::vector<std::string> findingCells(const Finding &finding) {
  return {std::to_string(finding.rank),
          dataText(finding),
          sharingOf(finding),
          std::string(fsfind::word(finding.verdict)),
          std::string(fsfind::word(finding.confidence)),
          shareOf(finding.cost),
          cli::grouped(finding.cost.hitm),
          placeOf(finding.location),
          finding.message,
          finding.advice.empty() ? finding.no_advice : finding.advice.front().why};
}

std::vector<std::string> lineCells(const RankedLine &ranked) {
  const C2cCounters &counters = ranked.line->counters;
  return {std::to_string(ranked.rank),
          hexAddress(ranked.line->address),
          cli::percentage(ranked.hitm_share),
          cli::grouped(counters.lcl_hitm),
          cli::grouped(counters.rmt_hitm),
          cli::grouped(ranked.line->samples),
          cli::grouped(counters.store),
          std::string(ranked.sharing ? fsfind::word(*ranked.sharing) : "")};
}

std::string rateOf(const SampleCount &count) {
  constexpr double kMillion = 1e6;
  return fmt::format("{:.1f} ({})", count.rate() * kMillion, cli::grouped(count.samples));
}

} // namespace

void writeStillReport(std::ostream &out, const Profile &profile, const Report &report) {
  out << "<h1>fsfind report: " << markupText(profile.source.path) << "</h1>\n";
  if (profile.source.simulated)
    out << "<p><strong>SIMULATED</strong>: caches were modelled, no hardware counted these "
           "samples</p>\n";
  out << kWithoutScript << "<p>" << cli::counted(profile.samples, "sample") << ", "
      << cli::counted(report.findings.size(), "finding") << ", "
      << cli::counted(report.lines.size(), "contended cacheline") << "</p>\n";
  writeTable(out, "Findings",
             {"#", "data", "sharing", "verdict", "confidence", "cost (95% sure)", "HITM", "place",
              "what", "advice"},
             report.findings, findingCells);
  writeTable(out, "Contended cachelines",
             {"#", "cacheline", "HITM", "local", "remote", "samples", "stores", "sharing"},
             report.lines, lineCells);
}

void writeStillDiff(std::ostream &out, const DiffReport &report) {
  out << "<h1>fsfind diff</h1>\n<p>before: " << markupText(report.before.report.source.path)
      << "<br>after: " << markupText(report.after.report.source.path) << "</p>\n"
      << kWithoutScript;
  writeTable(out, "Differences; contended loads per million loads and stores, in brackets samples",
             {"change", "before", "after", "data", "place", "what"}, report.diff.differences,
             [](const Difference &one) -> std::vector<std::string> {
               return {std::string(word(one.change)),
                       rateOf(one.before),
                       rateOf(one.after),
                       dataText(one.finding),
                       placeOf(one.finding.location),
                       one.finding.message};
             });
}

} // namespace fsfind::report
