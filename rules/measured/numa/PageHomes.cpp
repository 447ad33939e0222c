#include "rules/measured/numa/PageHomes.h"

#include <algorithm>
#include <iterator>

namespace fsfind {

namespace {

constexpr std::uint64_t kPageSize = 4096;

std::uint32_t nodeOf(const Topology &topology, std::uint32_t cpu) {
  return cpu < topology.cpus.size() ? topology.cpus[cpu].node : CpuParts::kNone;
}

} // namespace

PageHomes::PageHomes(const Topology &topology) : topology_(topology) {
  for (const CpuParts &cpu : topology.cpus)
    if (cpu.node != CpuParts::kNone)
      nodes_.insert(cpu.node);
}

void PageHomes::add(const Line &line, const Access &access) {
  Page &page = pages_[line.address / kPageSize];
  const std::uint32_t node = nodeOf(topology_, access.cpu);
  if (access.local_dram != 0)
    page.local_to.insert(node);
  if (access.remote_dram != 0)
    page.remote_to.insert(node);
  if (line.home != CpuParts::kNone)
    page.by_address.insert(line.home);
  page.first = std::min(page.first, line.first);
}

/// The only node with local loads. Without local loads: the only node without remote ones, which is
/// as good on a machine of two nodes.
std::optional<std::uint32_t> PageHomes::byLoads(const Page &page) const {
  if (page.local_to.size() == 1)
    return *page.local_to.begin();
  if (!page.local_to.empty())
    return std::nullopt;
  std::vector<std::uint32_t> left;
  std::set_difference(nodes_.begin(), nodes_.end(), page.remote_to.begin(), page.remote_to.end(),
                      std::back_inserter(left));
  return left.size() == 1 ? std::optional(left.front()) : std::nullopt;
}

/// The node of the first sample, if that is a store and no load contradicts it: the first sample
/// need not be the first use.
std::optional<std::uint32_t> PageHomes::byFirstTouch(const Page &page) const {
  const std::uint32_t node = nodeOf(topology_, page.first.cpu);
  if (page.first.kind != AccessKind::Store || node == CpuParts::kNone || !page.local_to.empty() ||
      page.remote_to.contains(node))
    return std::nullopt;
  return node;
}

/// Empty if the physical address and the loads contradict each other: the page may have moved.
std::optional<PageHomes::Home> PageHomes::homeOf(const Page &page) const {
  const std::optional<std::uint32_t> by_loads = byLoads(page);
  if (!page.by_address.empty()) {
    const std::uint32_t node = *page.by_address.begin();
    const bool one = page.by_address.size() == 1 && node != kSeveralNodes;
    const bool agreed = by_loads.value_or(node) == node;
    return one && agreed ? std::optional(Home{node, HomeEvidence::PhysicalAddress}) : std::nullopt;
  }
  if (by_loads)
    return Home{*by_loads, HomeEvidence::Loads};
  if (const std::optional<std::uint32_t> node = byFirstTouch(page))
    return Home{*node, HomeEvidence::FirstTouch};
  return std::nullopt;
}

std::map<std::uint32_t, std::size_t> PageHomes::pagesByNode(PagePlacement &placement) const {
  std::map<std::uint32_t, std::size_t> of_node;
  for (const auto &[number, page] : pages_)
    if (const std::optional<Home> home = homeOf(page)) {
      ++placement.known_by[static_cast<std::size_t>(home->evidence)];
      ++of_node[home->node];
    }
  return of_node;
}

PagePlacement PageHomes::placement() const {
  constexpr double kNearlyAll = 0.9, kTenth = 0.1;
  const auto pages = static_cast<double>(pages_.size());
  PagePlacement placement;
  placement.pages = pages_.size();
  placement.shared_pages =
      static_cast<std::uint64_t>(std::count_if(pages_.begin(), pages_.end(), [](const auto &entry) {
        std::set<std::uint32_t> loaded_by = entry.second.local_to;
        loaded_by.insert(entry.second.remote_to.begin(), entry.second.remote_to.end());
        return loaded_by.size() > 1;
      }));
  std::size_t nodes = 0;
  for (const auto &[node, count] : pagesByNode(placement)) {
    nodes += static_cast<double>(count) >= kTenth * pages;
    if (static_cast<double>(count) >= kNearlyAll * pages)
      placement.node = node;
  }
  placement.spread = nodes > 1;
  return placement;
}

} // namespace fsfind
