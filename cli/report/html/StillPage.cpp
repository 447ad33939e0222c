#include "cli/report/html/StillPage.h"

#include "cli/report/picture/Canvas.h"
#include "cli/report/picture/FindingLines.h"
#include "cli/report/picture/LayoutFigure.h"
#include "cli/report/picture/Markup.h"
#include "cli/report/picture/MemoryFigure.h"
#include "cli/report/picture/StripFigure.h"
#include "cli/report/picture/TileFigure.h"
#include "cli/report/text/FindingWords.h"
#include "cli/report/text/PriceWords.h"
#include "cli/terminal/PlainNames.h"
#include "cli/terminal/Text.h"
#include "rules/codec/JsonWords.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace fsfind::report {

namespace {

constexpr std::size_t kRows = 50;     ///< of a table
constexpr std::size_t kPictured = 10; ///< findings with pictures; their markup is not compressed

constexpr std::string_view kWithoutScript =
    "<p>More is shown where scripts may run: open this file in a browser.</p>\n";

/// A table row; cells are plain text.
void writeRow(std::ostream &out, const std::vector<std::string> &cells, std::string_view tag) {
  out << "<tr>";
  for (const std::string &cell : cells)
    out << '<' << tag << '>' << markupText(cli::plainNames(cell, true)) << "</" << tag << '>';
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

std::string costOf(const FindingCost &cost) {
  const auto words = [](const Estimate &share) {
    return fmt::format("{} ({} to {})", cli::percentage(share.value), cli::percentage(share.low),
                       cli::percentage(share.high));
  };
  std::vector<std::string> parts;
  if (cost.share)
    parts.push_back(words(*cost.share));
  if (cost.store_share)
    parts.push_back("stores waited " + words(*cost.store_share));
  std::string text = parts.empty() ? std::string("unknown") : cli::joined(parts);
  if (cost.transfer_time)
    text += "; " + transferTimeText(*cost.transfer_time);
  return text;
}

void writeFigure(std::ostream &out, const std::optional<Figure> &figure) {
  if (!figure)
    return;
  const std::string width = pixels(figure->width), height = pixels(figure->height);
  const std::string name = markupText(figure->name);
  out << fmt::format("<figure><div class=\"picture\"><svg class=\"fsfind\" role=\"img\" "
                     "aria-label=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\">",
                     name, width, height, width, height)
      << figure->shapes << "</svg></div><figcaption>" << name << ". " << markupText(figure->legend)
      << "</figcaption></figure>\n";
}

/// The finding's hottest line, and the first layout of its advice.
void writePictures(std::ostream &out, const Profile &profile, const Finding &finding,
                   const std::vector<RankedLine> &lines) {
  out << "<h2>" << finding.rank << ". " << markupText(cli::plainNames(dataText(finding), true))
      << "</h2>\n";
  if (!lines.empty() && !lines.front().line->accesses.empty())
    writeFigure(out,
                stripFigure(profile, ThreadNames(profile), *lines.front().line, HeatRows::Threads));
  for (const Advice &advice : finding.advice)
    if (const auto figure = layoutFigure(finding, advice, profile.source.line_size))
      return writeFigure(out, figure);
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
          costOf(finding.cost),
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
  if (profile.source.by_clock)
    out << "<p><strong>ESTIMATED</strong>: a clock's samples and the code around them, no counted "
           "accesses</p>\n";
  if (report.prices)
    out << "<p>prices: " << markupText(pricesText(*report.prices)) << "</p>\n";
  out << kWithoutScript << "<p>" << cli::counted(profile.samples, "sample") << ", "
      << cli::counted(report.findings.size(), "finding") << ", "
      << cli::counted(report.lines.size(), "contended cacheline") << "</p>\n";
  const std::string_view waits = contendedWord(profile.source, false);
  writeTable(out, "Findings",
             {"#", "data", "sharing", "verdict", "confidence", "cost (95% sure)",
              std::string(waits), "place", "what", "advice"},
             report.findings, findingCells);
  writeTable(
      out, "Contended cachelines",
      {"#", "cacheline", std::string(waits), "local", "remote", "samples", "stores", "sharing"},
      report.lines, lineCells);
  const FindingLines lines(report);
  for (std::size_t i = 0; i < std::min(kPictured, report.findings.size()); ++i)
    writePictures(out, profile, report.findings[i], lines.of(report.findings[i]));
  writeFigure(out, mapFigure(profile, report.lines, MapValue::Contended));
  writeFigure(out, memoryFigure(report));
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
