#include "rules/model/Topology.h"

#include <set>

namespace fsfind {

CpuDistance Topology::distance(std::uint32_t a, std::uint32_t b) const {
  if (a >= cpus.size() || b >= cpus.size())
    return CpuDistance::Unknown;
  if (a == b)
    return CpuDistance::SameCpu;
  const auto same = [&](std::uint32_t CpuParts::*part) {
    return cpus[a].*part != CpuParts::kNone && cpus[a].*part == cpus[b].*part;
  };
  if (same(&CpuParts::core))
    return CpuDistance::SmtSibling;
  if (same(&CpuParts::l3))
    return CpuDistance::SameL3;
  if (cpus[a].socket == CpuParts::kNone || cpus[b].socket == CpuParts::kNone)
    return CpuDistance::Unknown;
  return same(&CpuParts::socket) ? CpuDistance::SameSocket : CpuDistance::OtherSocket;
}

std::size_t Topology::nodeCount() const {
  std::set<std::uint32_t> nodes;
  for (const CpuParts &cpu : cpus)
    if (cpu.node != CpuParts::kNone)
      nodes.insert(cpu.node);
  return nodes.size();
}

} // namespace fsfind
