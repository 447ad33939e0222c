#include "cli/report/text/TextHeatMap.h"
#include "cli/report/text/TextSections.h"
#include "cli/report/text/TextWords.h"

#include <fmt/format.h>

namespace fsfind::report {

namespace {

std::string lineSharing(const RankedLine &ranked) {
  return ranked.sharing ? fmt::format("{} sharing", sharingWord(ranked.sharing))
                        : std::string("sharing unclear");
}

std::string factsText(const Profile &profile, const RankedLine &ranked) {
  std::vector<std::string> facts = {cli::counted(ranked.line->samples, "sample"),
                                    cli::counted(ranked.readers, "reader thread"),
                                    cli::counted(ranked.writers, "writer thread")};
  if (const std::size_t processes = processesOn(profile, *ranked.line); processes > 1)
    facts.push_back(fmt::format("{} processes", processes));
  if (profile.cost != 0)
    facts.push_back(fmt::format("{} of {}", cli::percentage(ranked.latency_share),
                                latencyWord(profile.source)));
  return cli::joined(facts);
}

} // namespace

void writeLineDetail(Page &page, const Profile &profile, const RankedLine &ranked,
                     const LineNames &names, const ThreadNames &threads,
                     const TextOptions &options) {
  const Line &line = *ranked.line;
  page.heading(fmt::format("#{}  {}{}  {}", ranked.rank, names.of(line),
                           line.kernel ? " (kernel)" : "", lineSharing(ranked)));
  page.line("  " + page.paint(Style::Dim, factsText(profile, ranked)));
  for (const std::string &part : cli::wrapped(
           page.named(lineContents(profile, line), options.verbose), page.traits().width - 2))
    page.line("  " + part);
  page.line();
  writeHeatStrip(page, profile, threads, line, options.verbose);
  page.line();
  writeSites(page, profile, line, options.verbose);
}

} // namespace fsfind::report
