#include "cli/report/text/TextSections.h"
#include "cli/report/text/TextSelection.h"
#include "cli/report/text/TextWords.h"
#include "rules/codec/Words.h"
#include "rules/model/AuthorFrame.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fsfind::report {

namespace {

Style verdictStyle(Verdict verdict) {
  return verdict == Verdict::Confirmed  ? Style::Bad
         : verdict == Verdict::Measured ? Style::Warning
                                        : Style::Dim;
}

std::string_view verdictText(Verdict verdict) {
  return verdict == Verdict::Confirmed  ? "confirmed: source and measurement"
         : verdict == Verdict::Measured ? "measured only"
                                        : "latent: source only";
}

/// `false sharing, write-write`
std::string sharingText(const Finding &finding) {
  std::string text = finding.sharing == Sharing::FirstTouch
                         ? std::string(sharingWord(finding.sharing))
                         : fmt::format("{} sharing", sharingWord(finding.sharing));
  if (finding.conflict)
    text += fmt::format(", {}", word(*finding.conflict));
  return finding.allocator_induced ? text + ", by the allocator" : text;
}

/// `head_: written by consume, read by consume, produce; 1 writer thread, 2 reader threads`
std::string memberText(const FindingMember &member, CostBase base) {
  std::vector<std::string> entries, threads;
  if (!member.written_by.empty())
    entries.push_back("written by " + cli::joined(member.written_by));
  if (!member.read_by.empty())
    entries.push_back("read by " + cli::joined(member.read_by));
  if (!member.writers.empty())
    threads.push_back(cli::counted(member.writers.size(), "writer thread"));
  if (!member.rare_writers.empty())
    threads.push_back(cli::counted(member.rare_writers.size(), "rare writer thread"));
  if (!member.readers.empty())
    threads.push_back(cli::counted(member.readers.size(), "reader thread"));
  if (member.hitm != 0)
    threads.push_back(fmt::format("{} {}", cli::grouped(member.hitm), contendedWord(base)));
  if (!threads.empty())
    entries.push_back("measured " + cli::joined(threads));
  return fmt::format("{}: {}", member.path, cli::joined(entries, "; "));
}

/// Writes the place behind the words, or below them if there is no room: paths have no blanks to
/// break lines at.
void writeRelated(Page &page, const std::string &words, const std::string &place) {
  const bool fits = 6 + cli::displayWidth(words) + cli::displayWidth(place) <= page.traits().width;
  page.line("      " + page.paint(Style::Dim, words) + (fits ? place : ""));
  if (!fits)
    page.line("        " + place);
}

/// Writes the places, those in libraries only if all is told, and the members' users if the finding
/// is confirmed, and the related places.
void writePlaces(Page &page, const Finding &finding, bool verbose) {
  const auto isTold = [&](const Place &place) { return verbose || !isLibraryFile(place.file); };
  if (const std::string where = placeText(finding.location);
      !where.empty() && isTold(finding.location))
    page.line("      " + page.paint(Style::Dim, "at ") + page.safe(where));
  if (finding.verdict == Verdict::Confirmed)
    for (const FindingMember &member : finding.members)
      for (const std::string &part : cli::wrapped(
               page.named(memberText(member, finding.cost.base), verbose), page.traits().width - 6))
        page.line("      " + part);
  for (const RelatedPlace &related : finding.related)
    if (isTold(related.place))
      writeRelated(page, page.named(related.message, verbose) + ": ",
                   page.safe(placeText(related.place)));
}

void writeFinding(Page &page, const Finding &finding, bool joined, bool verbose) {
  page.line(fmt::format(
      "  {}  {}{}  {}", page.paint(Style::Heading, fmt::format("{}.", finding.rank)),
      joined ? page.paint(verdictStyle(finding.verdict), verdictText(finding.verdict)) + "  " : "",
      page.paint(sharingStyle(finding.sharing), sharingText(finding)),
      page.paint(Style::Dim, fmt::format("{} confidence, {}", confidenceWord(finding.confidence),
                                         finding.rule))));
  for (const std::string &part :
       cli::wrapped(page.named(finding.message, verbose), page.traits().width - 6))
    page.line("      " + part);
  if (finding.verdict != Verdict::Latent)
    writeCost(page, finding, verbose);
  writePlaces(page, finding, verbose);
}

/// Whether two findings are on the same cacheline, whose samples then count for both.
bool overlap(const std::vector<Finding> &findings) {
  std::set<std::uint64_t> lines;
  for (const Finding &finding : findings)
    for (const std::uint64_t line : finding.lines)
      if (!lines.insert(line).second)
        return true;
  return false;
}

/// Writes the number of findings by verdict, and which sources were read.
void writeVerdicts(Page &page, const Report &report) {
  const JoinedSources &sources = *report.sources;
  std::vector<std::string> parts;
  for (const Verdict verdict : {Verdict::Confirmed, Verdict::Measured, Verdict::Latent})
    if (verdict != Verdict::Latent || !sources.unasked)
      parts.push_back(
          fmt::format("{} {}", cli::grouped(countOf(report.findings, verdict)), word(verdict)));
  page.fact("verdicts", cli::joined(parts));
  parts = {fmt::format("{}: {}", page.safe(sources.path), cli::counted(sources.units, "unit"))};
  const auto tell = [&](std::size_t number, std::string_view what) {
    if (number != 0)
      parts.push_back(fmt::format("{} {}", cli::grouped(number), what));
  };
  if (sources.unasked)
    parts.emplace_back("those that use what is contended (--sources: all, and latent findings)");
  tell(sources.failed, "not read");
  tell(sources.erroneous, "with errors");
  tell(sources.unsure, "latent below --min-confidence");
  tell(sources.suppressed, "latent suppressed by NOLINT");
  tell(sources.elsewhere, "latent outside the paths");
  page.fact("sources", cli::joined(parts));
}

/// `, 12 of them latent, the others with 0.7% of sampled latency`: about findings from `first` on.
std::string restText(const std::vector<Finding> &findings, std::size_t first) {
  std::size_t latent = 0;
  double share = 0;
  for (std::size_t i = first; i < findings.size(); ++i) {
    latent += findings[i].verdict == Verdict::Latent ? 1 : 0;
    share += findings[i].cost.latency_share;
  }
  const std::size_t all = findings.size() - first;
  std::string text = latent == 0 || latent == all ? "" : fmt::format(", {} of them latent", latent);
  if (latent == all)
    return text + ", latent";
  return share == 0 ? text
                    : text + fmt::format(", {} {} of sampled latency",
                                         latent == 0 ? "with together" : "the others with",
                                         cli::percentage(share));
}

/// A line behind the findings, dimmed.
void writeRemark(Page &page, const std::string &text) {
  for (const std::string &part : cli::wrapped(text, page.traits().width - 2))
    page.line("  " + page.paint(Style::Dim, part));
}

} // namespace

void writeFindings(Page &page, const Profile &profile, const Report &report,
                   const TextOptions &options) {
  if (report.findings.empty() && report.findings_left_out == 0 && report.handed_over_lines == 0)
    return;
  page.heading(profile.source.simulated ? "Findings (SIMULATED)" : "Findings");
  if (report.sources)
    writeVerdicts(page, report);
  const std::size_t shown = findingsShown(report, options);
  for (std::size_t i = 0; i < shown; ++i) {
    writeFinding(page, report.findings[i], report.sources.has_value(), options.verbose);
    writeAdvice(page, report.findings[i], profile.source.line_size, options.verbose);
  }
  if (shown < report.findings.size())
    writeRemark(page, fmt::format("and {} more{}; -v shows all", report.findings.size() - shown,
                                  restText(report.findings, shown)));
  if (overlap(report.findings))
    writeRemark(page, "some are on the same cachelines: do not add up their costs");
  if (report.handed_over_lines != 0)
    writeRemark(page, fmt::format("{} on {} met data that was handed over, not fought for: no "
                                  "sharing, --show-all shows it",
                                  cli::counted(report.handed_over_loads, "contended load"),
                                  cli::counted(report.handed_over_lines, "cacheline")));
  if (report.findings_left_out != 0)
    writeRemark(page, fmt::format("{} with too little contention to matter left out, --show-all "
                                  "shows them",
                                  report.findings_left_out));
}

} // namespace fsfind::report
