#include "cli/report/text/TextSections.h"
#include "cli/report/text/TextSelection.h"
#include "cli/report/text/TextWords.h"
#include "cli/terminal/Table.h"

#include <fmt/format.h>

#include <set>

namespace fsfind::report {

namespace {

using cli::Align;
using cli::Give;

std::size_t threadCount(const Line &line) {
  std::set<ThreadIndex> threads;
  for (const Access &access : line.accesses)
    threads.insert(access.thread);
  return threads.size();
}

cli::Table lineTable(const Page &page, const Source &source, bool peer) {
  std::vector<cli::Column> columns = {{"#", Align::Right},
                                      {"cacheline"},
                                      {std::string(contendedWord(source, peer)), Align::Right},
                                      {"local", Align::Right},
                                      {"remote", Align::Right},
                                      {"stores", Align::Right},
                                      {"thr", Align::Right},
                                      {"sharing"},
                                      {"data", Align::Left, Give::Name}};
  if (page.isWide()) // else they are in each line's details
    columns.insert(columns.begin() + 5, {"samples", Align::Right});
  return cli::Table(std::move(columns));
}

void addLine(cli::Table &table, const Page &page, const Profile &profile, const RankedLine &ranked,
             const LineNames &names, bool peer) {
  const Line &line = *ranked.line;
  const C2cCounters &counters = line.counters;
  const std::uint64_t local = peer ? counters.lcl_peer : counters.lcl_hitm;
  const std::uint64_t remote = peer ? counters.rmt_peer : counters.rmt_hitm;
  // A clock does not tell where a line came from.
  const auto where = [&](std::uint64_t count) {
    return profile.source.by_clock ? std::string("-") : cli::grouped(count);
  };
  std::vector<cli::TableCell> row = {
      {std::to_string(ranked.rank)},
      {names.of(line)},
      {ranked.store_evidence_only ? "stores" : cli::percentage(ranked.hitm_share)},
      {where(local)},
      {where(remote)},
      {cli::grouped(counters.store)},
      {std::to_string(threadCount(line))},
      {std::string(sharingWord(ranked.sharing)), sharingStyle(ranked.sharing)},
      {page.named(lineContents(profile, line))}};
  if (page.isWide())
    row.insert(row.begin() + 5, {cli::grouped(line.samples)});
  table.add(std::move(row));
}

/// Says what the table or the drawings below it leave out, and how to see it.
void writeRest(Page &page, const Report &report, const TextOptions &options,
               std::string_view word) {
  const std::size_t listed = linesListed(report, options), drawn = linesDrawn(report, options);
  const std::size_t rest = report.lines.size() - listed + report.hidden_lines;
  double share = 0;
  for (std::size_t i = 0; i < listed; ++i)
    share += report.lines[i].hitm_share;
  if (rest != 0)
    page.line(page.paint(
        Style::Dim, fmt::format("  and {} more with less; these have {} of {}; --lines 0 shows all",
                                rest, cli::percentage(share), word)));
  if (drawn < listed)
    page.line(page.paint(Style::Dim,
                         fmt::format("  the first {} drawn below; --lines {} draws all",
                                     drawn == 1 ? "is" : fmt::format("{} are", drawn), listed)));
}

} // namespace

Style sharingStyle(const std::optional<Sharing> &sharing) {
  if (!sharing)
    return Style::Dim;
  return *sharing == Sharing::True ? Style::Warning : Style::Bad;
}

void writeLineTable(Page &page, const Profile &profile, const Report &report,
                    const LineNames &names, const TextOptions &options) {
  const bool peer = report.display == DisplayMode::Peer;
  page.heading(profile.source.simulated ? "Contended cachelines (SIMULATED)"
                                        : "Contended cachelines");
  cli::Table table = lineTable(page, profile.source, peer);
  for (std::size_t i = 0; i < linesListed(report, options); ++i)
    addLine(table, page, profile, report.lines[i], names, peer);
  page.block(table.text(page.traits(), 2));
  writeRest(page, report, options, peer ? "peer loads" : contendedWord(profile.source, peer));
}

} // namespace fsfind::report
