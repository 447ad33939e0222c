// The head of a placement, and its sections in order.
#include "cli/report/PlacementReport.h"
#include "cli/report/text/NodeColumns.h"
#include "cli/report/text/PlacementSections.h"
#include "cli/report/text/TransferMatrix.h"

#include <fmt/format.h>

namespace fsfind::report {

namespace {

constexpr double kMilli = 1000;

std::string durationText(double seconds) {
  constexpr double kMinute = 60, kHour = 3600;
  if (seconds >= kHour)
    return fmt::format("{:.1f} h", seconds / kHour);
  return seconds >= kMinute ? fmt::format("{:.1f} min", seconds / kMinute)
                            : fmt::format("{:.1f} s", seconds);
}

std::string presentParts(const Placement &look) {
  ByNode bytes;
  for (const PlacedRegion &region : look.regions)
    for (const auto &[node, part] : region.bytes)
      bytes[node] += part;
  if (sumOf(bytes) == 0)
    return "none is present";
  return fmt::format("{} present: {}", memoryText(sumOf(bytes)), partsText(bytes));
}

std::string nodeSummary(const MemoryNode &node) {
  std::string text = fmt::format("node {}", node.node);
  text += node.cpus.empty() ? ", no CPUs" : fmt::format(", CPUs {}", cpuList(node.cpus));
  if (node.bytes != 0)
    text += fmt::format(", {} ({} free)", memoryText(node.bytes), memoryText(node.free_bytes));
  return text;
}

/// kernel.numa_balancing: 1 moves pages to the threads that use them, 2 demotes and promotes
/// between kinds of memory (Documentation/admin-guide/sysctl/kernel.rst).
std::string balancingText(const Placement &look) {
  constexpr std::uint32_t kNormal = 1;
  if (!look.balancing)
    return "not known whether the kernel moves pages (numa_balancing)";
  std::string text = (*look.balancing & kNormal) == 0
                         ? "off: pages stay where they are (kernel.numa_balancing)"
                         : "on: the kernel moves pages to the threads that use them "
                           "(kernel.numa_balancing), so that wrong places show only for a while";
  if (look.pages_migrated.value_or(0) != 0)
    text += fmt::format("; {} of this process so far", cli::counted(*look.pages_migrated, "page"));
  return text;
}

std::string hugeText(const Placement &look) {
  if (look.huge_pages.empty())
    return "transparent ones are not known";
  std::uint64_t bytes = 0;
  bool known = false;
  for (const PlacedRegion &region : look.regions) {
    bytes += region.huge_bytes.value_or(0);
    known |= region.huge_bytes.has_value();
  }
  return fmt::format("transparent ones: {}{}", look.huge_pages,
                     known ? fmt::format(", {} of this process", memoryText(bytes)) : "");
}

std::string costText(const LookCost &cost) {
  std::string text = fmt::format("numa_maps in {:.1f} ms", cost.numa_maps_seconds * kMilli);
  if (cost.smaps_seconds != 0)
    text += fmt::format(", smaps in {:.1f} ms", cost.smaps_seconds * kMilli);
  if (cost.pages_asked != 0)
    text += fmt::format(", {} by move_pages in {:.1f} ms", cli::counted(cost.pages_asked, "page"),
                        cost.move_pages_seconds * kMilli);
  return text;
}

void writeHead(Page &page, const Placement &look) {
  page.line(page.paint(Style::Heading, fmt::format("fsfind placement: process {} ({})", look.pid,
                                                   page.safe(look.name))));
  if (!look.command.empty())
    page.fact("command", page.safe(cli::joined(look.command, " ")));
  page.fact("running", durationText(look.seconds));
  page.fact("memory", presentParts(look));
  for (std::size_t i = 0; i < look.nodes.size(); ++i)
    page.fact(i == 0 ? "machine" : "", nodeSummary(look.nodes[i]));
  page.fact("balancing", balancingText(look));
  page.fact("huge pages", page.safe(hugeText(look)));
  page.fact("looked", costText(look.cost));
}

void writePlacementNotes(Page &page, const Placement &look) {
  if (look.notes.empty())
    return;
  page.heading("Notes");
  for (const std::string &note : look.notes)
    page.bullet(page.safe(note));
}

} // namespace

std::string placementText(const JudgedPlacement &judged, const cli::Traits &traits, bool all) {
  Page page(traits);
  writeHead(page, judged.look);
  writePlacedMemory(page, judged.look, all);
  writePlacedObjects(page, judged.look, all);
  writePlacedThreads(page, judged.look);
  writePlacedTraffic(page, judged.look, all);
  writePlacementVerdict(page, judged, all);
  writePlacementNotes(page, judged.look);
  return page.take();
}

} // namespace fsfind::report
