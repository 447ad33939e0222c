#include "c2c-ingest/process/MachineNodes.h"

#include "c2c-ingest/base/KernelList.h"
#include "c2c-ingest/process/ProcText.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fsfind::process {

namespace {

constexpr const char *kFolder = "/sys/devices/system/node";

template <class T> std::optional<T> wholeNumber(std::string_view text) {
  T number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

/// `Node 0 MemTotal:  16333504 kB`
std::uint64_t memoryOf(std::string_view meminfo, std::uint32_t node, std::string_view field) {
  const std::string name = fmt::format("Node {} {}", node, field);
  return kibibytes(fieldOf(meminfo, name)).value_or(0);
}

} // namespace

std::vector<MemoryNode> machineNodes(const ProcFiles &files) {
  std::vector<MemoryNode> nodes;
  for (const std::uint32_t number :
       kernelNumbers(files.machine(fmt::format("{}/online", kFolder)))) {
    const std::string folder = fmt::format("{}/node{}/", kFolder, number);
    const std::string meminfo = files.machine(folder + "meminfo");
    nodes.push_back({number, kernelNumbers(files.machine(folder + "cpulist")),
                     memoryOf(meminfo, number, "MemTotal"), memoryOf(meminfo, number, "MemFree")});
  }
  if (nodes.empty())
    nodes.emplace_back();
  return nodes;
}

std::uint32_t nodeOf(const std::vector<MemoryNode> &nodes, std::uint32_t cpu) {
  for (const MemoryNode &node : nodes)
    if (std::binary_search(node.cpus.begin(), node.cpus.end(), cpu))
      return node.node;
  return nodes.size() == 1 ? nodes.front().node : CpuParts::kNone;
}

void readMachineSettings(const ProcFiles &files, Placement &placement) {
  placement.balancing =
      wholeNumber<std::uint32_t>(files.machine("/proc/sys/kernel/numa_balancing"));
  placement.huge_pages = chosenWord(files.machine("/sys/kernel/mm/transparent_hugepage/enabled"));
  // Of kernels with CONFIG_NUMA_BALANCING: `numa_pages_migrated   :   12` (sched_show_numa()).
  if (const auto sched = files.read("sched"))
    eachLine(*sched, [&](std::string_view line) {
      const std::size_t colon = line.find(':');
      if (line.starts_with("numa_pages_migrated") && colon != std::string_view::npos) {
        line.remove_prefix(std::min(line.find_first_not_of(' ', colon + 1), line.size()));
        placement.pages_migrated = wholeNumber<std::uint64_t>(line);
      }
    });
}

} // namespace fsfind::process
