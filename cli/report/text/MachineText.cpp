#include "cli/report/MachineReport.h"
#include "cli/report/text/MachineMemory.h"
#include "cli/report/text/MachineStorage.h"
#include "cli/report/text/TextPage.h"
#include "cli/report/text/TransferMatrix.h"
#include "cli/terminal/Table.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace fsfind::report {

namespace {

using cli::Align;

std::string bytesText(std::uint64_t bytes) {
  constexpr std::uint64_t kKibi = 1024, kMebi = kKibi * kKibi;
  return bytes % kMebi == 0 ? fmt::format("{} MiB", bytes / kMebi)
                            : fmt::format("{} KiB", bytes / kKibi);
}

void writeMachineFacts(Page &page, const MachineMap &map) {
  const std::string model = map.cpu_model.empty() ? "unknown processor" : page.safe(map.cpu_model);
  page.line(page.paint(Style::Heading, "fsfind machine: " + model));
  std::vector<std::string> system;
  for (const std::string *part : {&map.arch, &map.kernel})
    if (!part->empty())
      system.push_back(page.safe(*part));
  if (map.virtual_machine == true)
    system.emplace_back("virtual machine");
  page.fact("system", cli::joined(system));
  std::string parts = fmt::format("{} ({}), {}", map.cpus.size(), cpuList(map.cpus),
                                  cli::counted(map.nodes.size(), "node"));
  if (map.l3_bytes != 0)
    parts += fmt::format(", L3 of {}", bytesText(map.l3_bytes));
  page.fact("CPUs", fmt::format("{}, lines of {} bytes", parts, map.line_size));
  page.fact("governor", map.governor.empty() ? "not known" : page.safe(map.governor));
  page.fact("measured", fmt::format("in {:.1f} s, seed {}", map.seconds, map.seed));
}

std::string quartiles(const Spread &spread) {
  return fmt::format("{:.1f} to {:.1f}", spread.low, spread.high);
}

void writePrices(Page &page, const MachineMap &map) {
  constexpr std::array<std::string_view, kCpuDistanceCount> kNames = {
      "same CPU", "same core (SMT)", "same L3", "same socket", "other socket", "unknown"};
  const MachinePrices prices = pricesOf(map), third = thirdHomePricesOf(map);
  cli::Table table({{"distance"},
                    {"cells", Align::Right},
                    {"median", Align::Right},
                    {"quartiles", Align::Right}});
  const auto add = [&](const std::optional<Spread> &price, const std::string &name) {
    if (price)
      table.add({{name},
                 {std::to_string(price->count)},
                 {fmt::format("{:.1f}", price->median)},
                 {quartiles(*price)}});
  };
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i) {
    add(prices.transfer[i], std::string(kNames[i]));
    add(third.transfer[i], fmt::format("{}, line on a third node", kNames[i]));
  }
  page.block(table.text(page.traits(), 2));
}

void writeGroups(Page &page, const std::vector<GroupLevel> &groups) {
  for (const GroupLevel &level : groups) {
    std::vector<std::string> lists;
    for (const std::vector<std::uint32_t> &cpus : level.groups)
      lists.push_back("{" + cpuList(cpus) + "}");
    page.bullet(fmt::format("{} of CPUs, {:.0f} ns within and {:.0f} ns between: {}; {}",
                            cli::counted(level.groups.size(), "group"), level.within_ns,
                            level.between_ns, cli::joined(lists, " "),
                            level.known_as.empty()
                                ? std::string("the kernel tells of no such groups")
                                : fmt::format("they are the {}", level.known_as)));
  }
}

void writeTransfers(Page &page, const MachineMap &map, const std::vector<GroupLevel> &groups) {
  page.heading(
      fmt::format("Transfer of a cacheline between CPUs, ns (half a round trip{})",
                  map.handover == Handover::Exchange ? ", compare and swap" : ", load and store"));
  writePrices(page, map);
  page.line();
  writeTransferMatrix(page, map);
  if (!groups.empty())
    page.line();
  writeGroups(page, groups);
}

/// How often readings that `is` selects occur among all cells.
template <class Is> std::uint64_t countOf(const MachineMap &map, Is is) {
  std::uint64_t count = 0;
  for (const Transfer &one : map.transfers)
    count += is(one.ns) ? 1 : 0;
  for (const MemoryLatency &one : map.latencies)
    count += is(one.ns) ? 1 : 0;
  for (const Bandwidth &one : map.bandwidths)
    count += is(one.gb_per_s) ? 1 : 0;
  for (const StorageReads &one : map.storage.value_or(StorageTimes{}).nodes)
    for (const Reading *reading :
         {&one.alone, &one.beside_triads, &one.triads_alone, &one.triads_beside})
      count += is(*reading) ? 1 : 0;
  return count;
}

void addDisturbed(const MachineMap &map, std::vector<std::string> &notes) {
  for (const auto &[by, what] :
       {std::pair{Disturbance::Hypervisor, "the hypervisor took CPUs away each time"},
        {Disturbance::OtherWork, "other work took CPUs away each time: measure again when the "
                                 "machine is quiet"}})
    if (const auto count =
            countOf(map, [cause = by](const Reading &one) { return one.disturbance == cause; }))
      notes.push_back(fmt::format("{} marked !: {}", cli::counted(count, "cell"), what));
}

void addMissing(const MachineMap &map, std::vector<std::string> &notes) {
  if (map.left_out != 0)
    notes.push_back(fmt::format("no time was left for {} (?): allow more with --time",
                                cli::counted(map.left_out, "cell")));
  if (const auto count = countOf(map, [](const Reading &one) { return one.gap == Gap::NotRun; }))
    notes.push_back(fmt::format("{} shown as ?: a CPU did not come to run in its time",
                                cli::counted(count, "cell")));
}

void writeMachineNotes(Page &page, const MachineMap &map) {
  std::vector<std::string> notes;
  for (const std::string &note : map.notes)
    notes.push_back(page.safe(note));
  addDisturbed(map, notes);
  addMissing(map, notes);
  if (notes.empty())
    return;
  page.heading("Notes");
  for (const std::string &note : notes)
    page.bullet(note);
}

} // namespace

std::string machineText(const MachineMap &map, const std::vector<GroupLevel> &groups,
                        const cli::Traits &traits) {
  Page page(traits);
  writeMachineFacts(page, map);
  if (!map.transfers.empty())
    writeTransfers(page, map, groups);
  writeMachineMemory(page, map);
  if (map.storage)
    writeMachineStorage(page, map);
  writeMachineNotes(page, map);
  return page.take();
}

} // namespace fsfind::report
