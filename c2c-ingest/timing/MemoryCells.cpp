#include "c2c-ingest/timing/MemoryTimes.h"

#include <set>

namespace fsfind::timing {

namespace {

constexpr PageKind kPageKinds[] = {PageKind::Small, PageKind::Huge};
constexpr Streaming kStreamings[] = {Streaming::Read, Streaming::Write, Streaming::Triad};

/// The first allowed CPU of each L3 cache, or of each node where caches are not known.
std::vector<std::uint32_t> loadingCpus(const Hardware &hardware) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::vector<std::uint32_t> cpus;
  for (const std::uint32_t cpu : hardware.cpus) {
    const CpuParts &parts = hardware.topology.cpus[cpu];
    if (seen.insert({parts.node, parts.l3}).second)
      cpus.push_back(cpu);
  }
  return cpus;
}

void addLatencies(const Hardware &hardware, MemoryCells &cells) {
  const std::vector<std::uint32_t> cpus = loadingCpus(hardware);
  for (const NodeParts &memory : hardware.nodes)
    for (const PageKind pages : kPageKinds)
      for (const std::uint32_t cpu : cpus) {
        cells.latencies.push_back({cpu, memory.node, pages, false, {}});
        if (pages == PageKind::Huge && hardware.cpus.size() > 1)
          cells.latencies.push_back({cpu, memory.node, pages, true, {}});
      }
}

/// Streams by so many threads of one node on the memory of another.
void addStreams(const NodeParts &cpus, std::uint32_t memory, std::size_t threads,
                MemoryCells &cells) {
  for (const PageKind pages : kPageKinds)
    for (const Streaming streaming : kStreamings)
      cells.bandwidths.push_back(
          {streaming, static_cast<std::uint32_t>(threads), cpus.node, memory, pages, {}});
}

/// The numbers of threads between one and all.
void addScaling(const NodeParts &node, MemoryCells &cells) {
  for (std::size_t threads = 2; threads < node.cpus.size(); threads *= 2)
    for (const PageKind pages : kPageKinds)
      cells.bandwidths.push_back(
          {Streaming::Triad, static_cast<std::uint32_t>(threads), node.node, node.node, pages, {}});
}

} // namespace

MemoryCells memoryCells(const Hardware &hardware) {
  MemoryCells cells;
  addLatencies(hardware, cells);
  std::size_t nodes_with_cpus = 0;
  for (const NodeParts &node : hardware.nodes) {
    if (node.cpus.empty())
      continue;
    ++nodes_with_cpus;
    for (const NodeParts &memory : hardware.nodes) {
      addStreams(node, memory.node, 1, cells);
      if (node.cpus.size() > 1)
        addStreams(node, memory.node, node.cpus.size(), cells);
    }
    addScaling(node, cells);
  }
  if (nodes_with_cpus > 1)
    for (const Streaming streaming : kStreamings)
      cells.bandwidths.push_back({streaming,
                                  static_cast<std::uint32_t>(hardware.cpus.size()),
                                  kNoNode,
                                  kNoNode,
                                  PageKind::Small,
                                  {}});
  return cells;
}

} // namespace fsfind::timing
