#pragma once

#include "rules/placement/Judge.h"
#include "rules/placement/Targets.h"

#include <vector>

namespace fsfind {

/// What a finding's advice depends on.
struct PlacementCase {
  const Placement &placement;
  const PlacedTarget &target;
  const ObjectTraffic *traffic = nullptr; ///< what a recording shows of it; null = nothing
  std::uint32_t home = 0;                 ///< the node that has its pages
  std::vector<std::uint32_t> busy;        ///< nodes whose threads use it, or could
};

/// For memory that one thread touched first: touch it where it is used, spread it by the program or
/// by the command line, or keep a copy on each node.
[[nodiscard]] std::vector<Advice> adviceOnOneNode(const PlacementCase &at);
/// For memory on another node than all threads: start both on one node, or move the pages now.
[[nodiscard]] std::vector<Advice> adviceOnElsewhere(const PlacementCase &at);
/// For memory that a policy binds.
[[nodiscard]] std::vector<Advice> adviceOnBound(const PlacementCase &at);
/// For data of different threads in one huge page.
[[nodiscard]] std::vector<Advice> adviceOnSharedPage(const PlacementCase &at);

/// `0 and 1`, `0, 1 and 3`
[[nodiscard]] std::string nodesText(const std::vector<std::uint32_t> &nodes);

} // namespace fsfind
