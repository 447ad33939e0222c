#include "rules/measured/cost/ContentionDistance.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fsfind {

namespace {

/// Number of samples by thread and CPU.
using ByPlace = std::map<std::pair<ThreadIndex, std::uint32_t>, std::uint64_t>;

ByPlace byPlace(std::span<const Access *const> accesses, std::uint64_t (*samples)(const Access &)) {
  ByPlace sums;
  for (const Access *access : accesses)
    if (const std::uint64_t count = samples(*access))
      sums[{access->thread, access->cpu}] += count;
  return sums;
}

std::uint64_t stores(const Access &access) {
  return access.kind == AccessKind::Store ? access.count : 0;
}

std::uint64_t all(const Access &access) {
  return access.count;
}

std::uint64_t contended(const Access &access) {
  return access.contended;
}

} // namespace

void ContentionDistance::addLine(const Topology &topology,
                                 std::span<const Access *const> accesses) {
  ByPlace writers = byPlace(accesses, stores);
  if (writers.empty())
    writers = byPlace(accesses, all);
  for (const auto &[reader, samples] : byPlace(accesses, contended)) {
    std::array<double, kCpuDistanceCount> weights{};
    double sum = 0;
    for (const auto &[writer, count] : writers) {
      if (writer.first == reader.first)
        continue;
      const CpuDistance distance = topology.distance(reader.second, writer.second);
      weights[static_cast<std::size_t>(distance)] += static_cast<double>(count);
      sum += static_cast<double>(count);
    }
    if (sum == 0)
      weights[static_cast<std::size_t>(CpuDistance::Unknown)] = sum = 1;
    for (std::size_t i = 0; i < weights.size(); ++i)
      samples_[i] += static_cast<double>(samples) * weights[i] / sum;
  }
}

std::array<double, kCpuDistanceCount> ContentionDistance::shares() const {
  std::array<double, kCpuDistanceCount> shares = samples_;
  double sum = 0;
  for (const double samples : samples_)
    sum += samples;
  for (double &share : shares)
    share = sum == 0 ? 0 : share / sum;
  return shares;
}

} // namespace fsfind
