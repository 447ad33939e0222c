// Where a process's memory is: mappings, objects and threads by node.
#include "cli/report/text/NodeColumns.h"
#include "cli/report/text/PlacementSections.h"
#include "cli/report/text/TextWords.h"
#include "cli/report/text/TransferMatrix.h"
#include "rules/model/DisplayName.h"
#include "rules/placement/Targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fsfind::report {

namespace {

using cli::Align;
using cli::Give;
using cli::TableCell;

/// Rows of a table, unless all are wanted.
constexpr std::size_t kMostRows = 20;
constexpr double kLeastTraffic = 0.001;          ///< of all loads, unless all are wanted
constexpr std::uint64_t kLeastShown = 64U << 10; ///< bytes of an object, unless all are wanted

struct RegionGroup {
  std::size_t mappings = 0;
  ByNode bytes;
  std::uint64_t huge = 0;
};

void add(RegionGroup &group, const PlacedRegion &region) {
  ++group.mappings;
  for (const auto &[node, bytes] : region.bytes)
    group.bytes[node] += bytes;
  group.huge += region.huge_bytes.value_or(0);
}

std::string hugeCell(std::uint64_t bytes) {
  return bytes == 0 ? "" : memoryText(bytes);
}

cli::Table regionTable(const NodeColumns &nodes, const char *what, Give give, const char *count) {
  std::vector<cli::Column> columns = {
      {what, Align::Left, give}, {count, Align::Right}, {"present", Align::Right}};
  nodes.addTo(columns);
  columns.push_back({"in huge pages", Align::Right});
  columns.push_back({"policy"});
  return cli::Table(std::move(columns));
}

std::vector<TableCell> regionRow(const NodeColumns &nodes, std::string what, std::string count,
                                 const RegionGroup &group, const std::string &policy) {
  std::vector<TableCell> row = {
      {std::move(what)}, {std::move(count)}, {memoryText(sumOf(group.bytes))}};
  nodes.addTo(row, group.bytes);
  row.push_back({hugeCell(group.huge)});
  row.push_back({policy});
  return row;
}

void writeEachRegion(Page &page, const Placement &look, const NodeColumns &nodes) {
  cli::Table table = regionTable(nodes, "mapping", Give::Path, "begins at");
  for (const PlacedRegion &region : look.regions) {
    RegionGroup one;
    add(one, region);
    const std::string what =
        region.file.empty() ? std::string(regionText(region.kind)) : page.safe(region.file);
    table.add(
        regionRow(nodes, what, fmt::format("{:#x}", region.begin), one, page.safe(region.policy)));
  }
  page.line();
  page.block(table.text(page.traits(), 2));
}

/// The object's type and where it is declared, or who allocated it.
std::string objectOrigin(const PlacedObject &placed) {
  const Object &object = placed.object;
  const std::string place =
      placeText(object.declared.known() ? object.declared : object.allocated.place);
  return place.empty() ? baseName(placed.module) : place;
}

std::string placedSize(const PlacedObject &placed) {
  return (placed.open_ended ? "up to " : "") + memoryText(placed.object.size) +
         (placed.recorded ? " seen" : "");
}

std::string presentShare(const PlacedPages &pages) {
  if (pages.asked == 0)
    return "?";
  return cli::percentage(static_cast<double>(sumOf(pages.nodes)) /
                         static_cast<double>(pages.asked));
}

std::string cpuSeconds(double seconds) {
  return fmt::format("{:.1f}", seconds);
}

std::string allowedText(const Placement &look, const std::vector<std::uint32_t> &allowed) {
  if (allowed.empty())
    return "?";
  std::size_t with_cpus = 0;
  for (const MemoryNode &node : look.nodes)
    with_cpus += node.cpus.empty() ? 0 : 1;
  if (allowed.size() >= with_cpus)
    return "any node";
  return fmt::format("{} {}", allowed.size() == 1 ? "node" : "nodes", cpuList(allowed));
}

struct ThreadGroup {
  std::size_t threads = 0;
  std::set<std::uint32_t> cpus;
  double seconds = 0;
};

using ThreadKey = std::tuple<std::string, std::uint32_t, std::vector<std::uint32_t>>;

std::map<ThreadKey, ThreadGroup> threadGroups(const Placement &look) {
  std::map<ThreadKey, ThreadGroup> groups;
  for (const PlacedThread &thread : look.threads) {
    ThreadGroup &group = groups[{thread.name, thread.node, thread.allowed}];
    ++group.threads;
    group.seconds += thread.cpu_seconds;
    if (thread.cpu != kNoCpu)
      group.cpus.insert(thread.cpu);
  }
  return groups;
}

} // namespace

void writePlacedMemory(Page &page, const Placement &look, bool all) {
  const NodeColumns nodes(look);
  std::map<std::pair<RegionKind, std::string>, RegionGroup> groups;
  for (const PlacedRegion &region : look.regions)
    add(groups[{region.kind, region.policy}], region);
  cli::Table table = regionTable(nodes, "what", Give::Nothing, "mappings");
  for (const auto &[key, group] : groups)
    table.add(regionRow(nodes, std::string(regionText(key.first)), std::to_string(group.mappings),
                        group, page.safe(key.second)));
  page.heading("Memory by node");
  page.block(table.text(page.traits(), 2));
  if (all)
    writeEachRegion(page, look, nodes);
}

void writePlacedObjects(Page &page, const Placement &look, bool all) {
  const NodeColumns nodes(look);
  std::vector<cli::Column> columns = {
      {"object", Align::Left, Give::Name}, {"size", Align::Right}, {"present", Align::Right}};
  nodes.addTo(columns);
  columns.push_back({"policy"});
  columns.push_back({"declared", Align::Left, Give::Path});
  cli::Table table(std::move(columns));
  std::size_t shown = 0;
  for (const PlacedObject &placed : look.objects) {
    const bool small = placed.object.size < kLeastShown && !placed.recorded;
    if (!all && (small || shown == kMostRows))
      continue;
    std::vector<TableCell> row = {{page.safe(displayName(placed.object))},
                                  {placedSize(placed)},
                                  {presentShare(placed.pages)}};
    nodes.addTo(row, placed.pages.nodes);
    row.push_back({page.safe(placed.policy)});
    row.push_back({page.safe(objectOrigin(placed))});
    table.add(std::move(row));
    ++shown;
  }
  if (look.objects.empty())
    return;
  page.heading("Variables and blocks of a page or more");
  if (shown != 0)
    page.block(table.text(page.traits(), 2));
  if (shown < look.objects.size())
    page.line(fmt::format("  {}{}; -v shows all", shown == 0 ? "" : "and ",
                          cli::counted(look.objects.size() - shown, "smaller one")));
}

void writePlacedThreads(Page &page, const Placement &look) {
  cli::Table table({{"thread", Align::Left, Give::Name},
                    {"threads", Align::Right},
                    {"node", Align::Right},
                    {"last on CPUs"},
                    {"CPU time, s", Align::Right},
                    {"may run on"}});
  std::size_t rows = 0, left = 0;
  for (const auto &[key, group] : threadGroups(look)) {
    const auto &[name, node, allowed] = key;
    if (++rows > kMostRows) {
      left += group.threads;
      continue;
    }
    table.add({{page.safe(name)},
               {std::to_string(group.threads)},
               {node == CpuParts::kNone ? "?" : std::to_string(node)},
               {cpuList({group.cpus.begin(), group.cpus.end()})},
               {cpuSeconds(group.seconds)},
               {allowedText(look, allowed)}});
  }
  if (table.empty())
    return;
  page.heading("Threads by node");
  page.block(table.text(page.traits(), 2));
  if (left != 0)
    page.line(fmt::format("  and {} of other names", cli::counted(left, "thread")));
}

void writePlacedTraffic(Page &page, const Placement &look, bool all) {
  if (!look.traffic)
    return;
  const RecordedTraffic &traffic = *look.traffic;
  page.heading(fmt::format("Loads from memory by {} ({})", page.safe(traffic.path),
                           traffic.same_process ? "of this process"
                                                : "of another run: variables are found by name"));
  if (traffic.objects.empty()) {
    page.line("  the recording has none");
    return;
  }
  cli::Table table({{"object", Align::Left, Give::Name},
                    {"loads", Align::Right},
                    {"remote", Align::Right},
                    {"loaded from"},
                    {"threads", Align::Right},
                    {"pages on"},
                    {"declared or allocated", Align::Left, Give::Path}});
  std::size_t shown = 0;
  for (const ObjectTraffic &one : traffic.objects) {
    const std::uint64_t loads = one.local + one.remote;
    const bool small = static_cast<double>(loads) <
                       kLeastTraffic * static_cast<double>(traffic.local + traffic.remote);
    if (loads == 0 || (!all && (small || shown == kMostRows)))
      continue;
    ++shown;
    const std::string name = displayName(one.object);
    const Place &place =
        one.object.allocated.place.known() ? one.object.allocated.place : one.object.declared;
    table.add({{name.empty() ? "memory without a name" : page.safe(name)},
               {cli::grouped(loads)},
               {cli::percentage(static_cast<double>(one.remote) / static_cast<double>(loads))},
               {partsText(one.loads_of)},
               {std::to_string(one.threads)},
               {one.here ? partsText(look.objects[*one.here].pages.nodes) : ""},
               {page.safe(placeText(place))}});
  }
  page.block(table.text(page.traits(), 2));
  if (shown < traffic.objects.size())
    page.line(
        fmt::format("  and {}; -v shows all",
                    cli::counted(traffic.objects.size() - shown, "object") + " with fewer loads"));
}

} // namespace fsfind::report
