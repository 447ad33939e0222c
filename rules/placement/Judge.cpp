#include "rules/placement/Judge.h"

#include "rules/model/NumberText.h"
#include "rules/model/RemoteLoads.h"
#include "rules/placement/AllocatorSettings.h"
#include "rules/placement/PlacementAdvice.h"
#include "rules/placement/SharedHugePages.h"
#include "rules/placement/Targets.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

/// More are seldom read; the tables show all.
constexpr std::size_t kMostFindings = 8;

bool isSpread(const std::string &policy) {
  return policy.starts_with("interleave") || policy.starts_with("weighted interleave");
}

bool isBound(const std::string &policy) {
  return policy.starts_with("bind") || policy.starts_with("prefer");
}

double shareOf(const ByNode &nodes, std::uint32_t node) {
  const auto at = nodes.find(node);
  const auto whole = static_cast<double>(sumOf(nodes));
  return at == nodes.end() || whole == 0 ? 0 : static_cast<double>(at->second) / whole;
}

class Judge {
public:
  explicit Judge(const Placement &placement) : placement_(placement), busy_(busyNodes(placement)) {}

  PlacementVerdict verdict() {
    if (placement_.nodes.size() < 2) {
      verdict_.nothing = "one node: all memory is as near to all threads as it can be";
      return std::move(verdict_);
    }
    for (const PlacedTarget &target : placedTargets(placement_))
      if (verdict_.findings.size() < kMostFindings)
        judge(target);
    for (PlacementFinding &finding : sharedHugePages(placement_))
      verdict_.findings.push_back(std::move(finding));
    if (verdict_.findings.empty())
      verdict_.nothing = placement_.threads.empty() || busy_.empty()
                             ? "it is not known where the threads run"
                             : "no memory of 1 MiB or more is on a node away from threads that "
                               "use it";
    else if (heap_)
      for (const PlacedAllocator &allocator : placement_.allocators)
        verdict_.allocators.push_back(settingsOf(allocator, placement_));
    return std::move(verdict_);
  }

private:
  [[nodiscard]] const ObjectTraffic *trafficOf(const PlacedTarget &target) const {
    if (!placement_.traffic || !target.index)
      return nullptr;
    for (const ObjectTraffic &traffic : placement_.traffic->objects)
      if (traffic.here == target.index)
        return &traffic;
    return nullptr;
  }

  /// The nodes whose threads load it, by the recording, or that have threads which could.
  [[nodiscard]] std::vector<std::uint32_t> usersOf(const ObjectTraffic *traffic) const {
    if (traffic == nullptr)
      return busy_;
    std::vector<std::uint32_t> nodes;
    for (const auto &[node, loads] : traffic->loads_of)
      if (loads != 0)
        nodes.push_back(node);
    return nodes;
  }

  /// Named objects that a recording shows no, too few, or mostly local loads of are left alone.
  [[nodiscard]] bool isLeftAlone(const PlacedTarget &target, const ObjectTraffic *traffic) const {
    if (isSpread(target.policy))
      return true;
    if (!placement_.traffic || !target.index)
      return false;
    if (traffic == nullptr || traffic->local + traffic->remote < kMinL3Misses)
      return true;
    return static_cast<double>(traffic->remote) <=
           kNumaBlindShare * static_cast<double>(traffic->local + traffic->remote);
  }

  void judge(const PlacedTarget &target) {
    const ObjectTraffic *traffic = trafficOf(target);
    const std::optional<std::uint32_t> home = homeOf(target.bytes);
    const std::vector<std::uint32_t> users = usersOf(traffic);
    const bool right = users.empty() || (users.size() == 1 && home == users.front());
    if (!home || right || isLeftAlone(target, traffic))
      return;
    const PlacementCase at{placement_, target, traffic, *home, users};
    PlacementFinding finding;
    finding.name = target.name;
    finding.bytes = sumOf(target.bytes);
    finding.node = *home;
    finding.measured = traffic != nullptr;
    finding.fault = isBound(target.policy) ? PlacementFault::Bound
                    : users.size() == 1    ? PlacementFault::Elsewhere
                                           : PlacementFault::OneNode;
    finding.message = message(at, finding.fault);
    finding.advice = finding.fault == PlacementFault::Bound       ? adviceOnBound(at)
                     : finding.fault == PlacementFault::Elsewhere ? adviceOnElsewhere(at)
                                                                  : adviceOnOneNode(at);
    heap_ |= target.object.kind != ObjectKind::Global;
    verdict_.findings.push_back(std::move(finding));
  }

  [[nodiscard]] std::string message(const PlacementCase &at, PlacementFault fault) const {
    std::string text =
        fmt::format("{} of {} are on node {}", percentage(shareOf(at.target.bytes, at.home)),
                    at.target.name, at.home);
    if (fault == PlacementFault::Bound)
      text += fmt::format(", where the policy {} puts it", at.target.policy);
    if (at.traffic != nullptr)
      return text +
             fmt::format("; {} of {} from it were remote, by {} on {} {}",
                         percentage(static_cast<double>(at.traffic->remote) /
                                    static_cast<double>(at.traffic->local + at.traffic->remote)),
                         counted(at.traffic->local + at.traffic->remote, "load"),
                         counted(at.traffic->threads, "thread"),
                         at.busy.size() == 1 ? "node" : "nodes", nodesText(at.busy));
    if (fault == PlacementFault::Elsewhere)
      return text + fmt::format(", while the threads run on node {}", at.busy.front());
    return text + fmt::format(", while threads run on {} {}: if they use it, what those of other "
                              "nodes load is remote",
                              at.busy.size() == 1 ? "node" : "nodes", nodesText(at.busy));
  }

  const Placement &placement_;
  std::vector<std::uint32_t> busy_;
  bool heap_ = false;
  PlacementVerdict verdict_;
};

} // namespace

PlacementVerdict judgePlacement(const Placement &placement) {
  return Judge(placement).verdict();
}

} // namespace fsfind
