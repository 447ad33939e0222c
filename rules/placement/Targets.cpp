#include "rules/placement/Targets.h"

#include "rules/model/DisplayName.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace fsfind {

namespace {

/// How many of a region's bytes are those of objects, by node.
ByNode namedBytes(const Placement &placement, const PlacedRegion &region) {
  ByNode named;
  for (const PlacedObject &object : placement.objects) {
    const std::uint64_t begin = std::max(object.object.address, region.begin);
    const std::uint64_t end = std::min(object.object.address + object.object.size, region.end);
    if (begin >= end || object.object.size == 0)
      continue;
    const double part = static_cast<double>(end - begin) / static_cast<double>(object.object.size);
    for (const auto &[node, bytes] : bytesOf(object))
      named[node] += static_cast<std::uint64_t>(static_cast<double>(bytes) * part);
  }
  return named;
}

/// The rest of a region's bytes; empty where objects are nearly all of it, since theirs are
/// estimates.
ByNode unnamedBytes(const Placement &placement, const PlacedRegion &region) {
  constexpr double kNearlyAll = 0.9;
  const ByNode named = namedBytes(placement, region);
  if (static_cast<double>(sumOf(named)) >= kNearlyAll * static_cast<double>(sumOf(region.bytes)))
    return {};
  ByNode rest = region.bytes;
  for (auto &[node, bytes] : rest)
    if (const auto known = named.find(node); known != named.end())
      bytes -= std::min(bytes, known->second);
  return rest;
}

/// Files and stacks are placed by who reads and runs them, and the kernel's are its own.
bool isOfProgram(const PlacedRegion &region) {
  return region.kind == RegionKind::Variables || region.kind == RegionKind::Heap ||
         region.kind == RegionKind::Arena || region.kind == RegionKind::Anonymous ||
         region.kind == RegionKind::Shared;
}

PlacedTarget targetOf(const PlacedObject &object, std::size_t index) {
  return {fmt::format("'{}'", displayName(object.object)), object.object, object.policy,
          bytesOf(object), index};
}

} // namespace

std::string_view regionText(RegionKind kind) {
  constexpr std::array<std::string_view, 8> kTexts = {
      "mapped files",      "variables (.bss)", "the heap",      "arenas of the heap",
      "stacks of threads", "anonymous memory", "shared memory", "the kernel's pages"};
  return kTexts[static_cast<std::size_t>(kind)];
}

ByNode bytesOf(const PlacedObject &object) {
  ByNode bytes;
  if (object.pages.asked == 0)
    return bytes;
  const double each =
      static_cast<double>(object.object.size) / static_cast<double>(object.pages.asked);
  for (const auto &[node, pages] : object.pages.nodes)
    bytes[node] = static_cast<std::uint64_t>(static_cast<double>(pages) * each);
  return bytes;
}

std::optional<std::uint32_t> homeOf(const ByNode &nodes) {
  constexpr double kNearlyAll = 0.9;
  const auto whole = static_cast<double>(sumOf(nodes));
  for (const auto &[node, count] : nodes)
    if (count != 0 && static_cast<double>(count) >= kNearlyAll * whole)
      return node;
  return std::nullopt;
}

ByNode workOf(const Placement &placement) {
  constexpr double kThousand = 1000;
  ByNode work, threads;
  for (const PlacedThread &thread : placement.threads) {
    if (thread.node == CpuParts::kNone)
      continue;
    work[thread.node] += static_cast<std::uint64_t>(thread.cpu_seconds * kThousand);
    ++threads[thread.node];
  }
  return sumOf(work) == 0 ? threads : work;
}

std::vector<std::uint32_t> busyNodes(const Placement &placement) {
  constexpr double kTenth = 0.1;
  const ByNode work = workOf(placement);
  const auto whole = static_cast<double>(sumOf(work));
  std::vector<std::uint32_t> busy;
  for (const auto &[node, part] : work)
    if (static_cast<double>(part) >= kTenth * whole)
      busy.push_back(node);
  return busy;
}

std::vector<PlacedTarget> placedTargets(const Placement &placement) {
  std::vector<PlacedTarget> targets;
  for (std::size_t i = 0; i < placement.objects.size(); ++i)
    targets.push_back(targetOf(placement.objects[i], i));
  std::map<std::pair<RegionKind, std::string>, PlacedTarget> groups;
  for (const PlacedRegion &region : placement.regions) {
    if (!isOfProgram(region))
      continue;
    PlacedTarget &group = groups[{region.kind, region.policy}];
    if (group.name.empty()) {
      group.name = regionText(region.kind);
      group.policy = region.policy;
    }
    for (const auto &[node, bytes] : unnamedBytes(placement, region))
      group.bytes[node] += bytes;
  }
  for (auto &[key, group] : groups)
    targets.push_back(std::move(group));
  std::erase_if(targets,
                [](const PlacedTarget &target) { return sumOf(target.bytes) < kLeastPlacedBytes; });
  std::stable_sort(targets.begin(), targets.end(),
                   [](const auto &a, const auto &b) { return sumOf(a.bytes) > sumOf(b.bytes); });
  return targets;
}

} // namespace fsfind
