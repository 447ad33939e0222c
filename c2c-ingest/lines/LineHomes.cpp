#include "c2c-ingest/lines/LineHomes.h"

#include <algorithm>

namespace fsfind::lines {

namespace {

std::uint32_t together(std::uint32_t a, std::uint32_t b) {
  if (a == CpuParts::kNone || a == b)
    return b;
  return b == CpuParts::kNone ? a : kSeveralNodes;
}

} // namespace

void LineHome::add(const perf::Sample &sample, std::optional<AccessKind> kind,
                   const perf::MemoryNodes &nodes) {
  LineHome one;
  if (sample.physical != 0)
    one.node = nodes.nodeOf(sample.physical).value_or(CpuParts::kNone);
  if (kind && sample.time != 0 && sample.cpu != kNoCpu)
    one.first = {sample.time, sample.cpu, *kind};
  merge(one);
}

void LineHome::merge(const LineHome &other) {
  node = together(node, other.node);
  first = std::min(first, other.first);
}

void merge(LineHomes &homes, const LineHomes &others) {
  for (std::size_t i = 0; i < others.size(); ++i)
    homes[i].merge(others[i]);
}

} // namespace fsfind::lines
