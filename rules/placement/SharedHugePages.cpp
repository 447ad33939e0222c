#include "rules/placement/SharedHugePages.h"

#include "rules/model/RemoteLoads.h"
#include "rules/placement/PlacementAdvice.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind {

namespace {

/// Bytes; of x86-64, and of AArch64 with pages of 4 KiB.
constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;

struct UsedObject {
  const PlacedObject *object;
  std::size_t index;
  const ObjectTraffic *traffic;
  std::uint32_t node; ///< whose threads make nine of ten loads
};

std::vector<UsedObject> usedObjects(const Placement &placement) {
  std::vector<UsedObject> used;
  if (!placement.traffic)
    return used;
  for (const ObjectTraffic &traffic : placement.traffic->objects) {
    const auto node = homeOf(traffic.loads_of);
    if (traffic.here && *traffic.here < placement.objects.size() && node &&
        traffic.local + traffic.remote >= kMinL3Misses)
      used.push_back({&placement.objects[*traffic.here], *traffic.here, &traffic, *node});
  }
  std::sort(used.begin(), used.end(), [](const UsedObject &a, const UsedObject &b) {
    return a.object->object.address < b.object->object.address;
  });
  return used;
}

/// The huge page that holds the end of one object and the begin of the next; none if there is none,
/// or if it would reach over the end of a mapping, or that has no huge pages.
std::optional<std::uint64_t> commonPage(const Placement &placement, const Object &low,
                                        const Object &high) {
  const std::uint64_t page = high.address / kHugePage * kHugePage;
  if (low.size == 0 || (low.address + low.size - 1) / kHugePage * kHugePage < page)
    return std::nullopt;
  for (const PlacedRegion &region : placement.regions)
    if (region.begin <= page && page + kHugePage <= region.end &&
        region.huge_bytes.value_or(0) >= kHugePage)
      return page;
  return std::nullopt;
}

PlacementFinding findingOn(const Placement &placement, const UsedObject &low,
                           const UsedObject &high) {
  PlacedTarget target;
  target.object = high.object->object;
  target.index = high.index;
  PlacementFinding finding;
  finding.fault = PlacementFault::SharedPage;
  finding.name = fmt::format("'{}'", high.object->object.name);
  finding.bytes = kHugePage;
  finding.measured = true;
  finding.node = homeOf(high.object->pages.nodes).value_or(CpuParts::kNone);
  finding.message =
      fmt::format("'{}' and '{}' can have parts in one huge page of 2 MiB, which is on one node, "
                  "but threads of "
                  "node {} load the one, and of node {} the other",
                  low.object->object.name, high.object->object.name, low.node, high.node);
  finding.advice =
      adviceOnSharedPage({placement, target, high.traffic, finding.node, {low.node, high.node}});
  return finding;
}

} // namespace

std::vector<PlacementFinding> sharedHugePages(const Placement &placement) {
  std::vector<PlacementFinding> findings;
  const std::vector<UsedObject> used = usedObjects(placement);
  for (std::size_t i = 1; i < used.size(); ++i)
    if (used[i - 1].node != used[i].node &&
        commonPage(placement, used[i - 1].object->object, used[i].object->object))
      findings.push_back(findingOn(placement, used[i - 1], used[i]));
  return findings;
}

} // namespace fsfind
