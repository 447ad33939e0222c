#include "cli/report/text/MachineMemory.h"

#include "cli/terminal/Table.h"
#include "rules/measured/machine/Knee.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace fsfind::report {

namespace {

using cli::Align;

std::string nodeText(std::uint32_t node, std::string_view none) {
  return node == kNoNode ? std::string(none) : fmt::format("node {}", node);
}

std::string_view pagesText(PageKind pages) {
  return pages == PageKind::Huge ? "huge" : "small";
}

std::string quartilesText(const Spread &spread) {
  if (spread.count == 0)
    return "?";
  return fmt::format("{:.1f} to {:.1f}", spread.low, spread.high);
}

void writeLatencies(Page &page, const MachineMap &map) {
  page.heading("Load from memory, ns (each address is known only when the load before is done)");
  cli::Table table({{"CPU", Align::Right},
                    {"memory"},
                    {"pages"},
                    {"others"},
                    {"median", Align::Right},
                    {"quartiles", Align::Right}});
  for (const MemoryLatency &one : map.latencies)
    table.add({{std::to_string(one.cpu)},
               {nodeText(one.node, "")},
               {std::string(pagesText(one.pages))},
               {one.loaded ? "read it, too" : "idle"},
               {readingText(one.ns)},
               {quartilesText(one.ns.value)}});
  page.block(table.text(page.traits(), 2));
}

/// Bandwidths that differ only in what the threads do: a row of the table.
auto rowOf(const Bandwidth &one) {
  return std::tie(one.cpu_node, one.memory_node, one.threads, one.pages);
}

void writeBandwidths(Page &page, const MachineMap &map) {
  constexpr std::array kColumns = {Streaming::Read, Streaming::Write, Streaming::Triad};
  page.heading("Bandwidth, 1e9 bytes a second (medians)");
  cli::Table table({{"threads", Align::Right},
                    {"of"},
                    {"memory"},
                    {"pages"},
                    {"read", Align::Right},
                    {"write", Align::Right},
                    {"triad", Align::Right}});
  std::vector<Bandwidth> sorted = map.bandwidths;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Bandwidth &a, const Bandwidth &b) { return rowOf(a) < rowOf(b); });
  for (std::size_t i = 0; i < sorted.size();) {
    const Bandwidth &row = sorted[i];
    std::array<std::string, kColumns.size()> cells;
    cells.fill(std::string(page.sign("·", "-"))); // what is not measured of so many threads
    for (; i < sorted.size() && rowOf(sorted[i]) == rowOf(row); ++i)
      cells[static_cast<std::size_t>(sorted[i].streaming)] = readingText(sorted[i].gb_per_s);
    table.add({{std::to_string(row.threads)},
               {nodeText(row.cpu_node, "all nodes")},
               {nodeText(row.memory_node, "each its own")},
               {std::string(pagesText(row.pages))},
               {cells[0]},
               {cells[1]},
               {cells[2]}});
  }
  page.block(table.text(page.traits(), 2));
}

/// `1 thread reaches nearly the best triad, 15.0 GB/s; more add nothing`
std::string kneeText(const Knee &knee) {
  const std::string threads = cli::counted(knee.threads, "thread");
  if (knee.threads == knee.most_threads)
    return fmt::format("the triad grows up to {}, {:.1f} GB/s", threads, knee.gb_per_s);
  return fmt::format("{} {} nearly the best triad, {:.1f} GB/s; more add nothing", threads,
                     knee.threads == 1 ? "reaches" : "reach", knee.gb_per_s);
}

void writeKnees(Page &page, const MachineMap &map) {
  for (const std::uint32_t node : map.nodes)
    for (const PageKind pages : {PageKind::Small, PageKind::Huge})
      if (const auto knee = kneeOf(map, node, pages))
        page.bullet(fmt::format("node {}, {} pages: {}", node, pagesText(pages), kneeText(*knee)));
}

} // namespace

std::string readingText(const Reading &reading) {
  if (reading.value.count == 0)
    return "?";
  return fmt::format("{:.1f}{}", reading.value.median, reading.disturbed() ? "!" : "");
}

void writeMachineMemory(Page &page, const MachineMap &map) {
  if (!map.latencies.empty())
    writeLatencies(page, map);
  if (map.bandwidths.empty())
    return;
  writeBandwidths(page, map);
  writeKnees(page, map);
}

} // namespace fsfind::report
