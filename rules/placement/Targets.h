#pragma once

#include "rules/model/Placement.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The pieces of memory of a process that are worth to be placed.
namespace fsfind {

/// Bytes. Less is a few dozen pages at most, and seldom decides how fast a program is.
inline constexpr std::uint64_t kLeastPlacedBytes = std::uint64_t{1} << 20;

/// A variable, a block, or all mappings of one kind and policy without those that have a name.
struct PlacedTarget {
  std::string name;                      ///< `'grid'`; `the heap's large blocks`
  Object object;                         ///< without a name for mappings
  std::string policy;                    ///< as the kernel writes it
  ByNode bytes;                          ///< estimated from the pages asked for, of objects
  std::optional<std::size_t> index = {}; ///< among Placement::objects
};

/// With at least kLeastPlacedBytes present, or known by a recording's loads; the largest first.
[[nodiscard]] std::vector<PlacedTarget> placedTargets(const Placement &placement);

/// The object's bytes on each node, estimated from the pages that were asked for.
[[nodiscard]] ByNode bytesOf(const PlacedObject &object);

/// The node that has at least nine of ten; empty if none has.
[[nodiscard]] std::optional<std::uint32_t> homeOf(const ByNode &nodes);

/// CPU seconds by the node where each thread ran last, in thousandths; without any, threads.
[[nodiscard]] ByNode workOf(const Placement &placement);

/// The nodes with at least a tenth of the work, ascending.
[[nodiscard]] std::vector<std::uint32_t> busyNodes(const Placement &placement);

/// What kind of memory a mapping is, for people: `large blocks of the heap`.
[[nodiscard]] std::string_view regionText(RegionKind kind);

} // namespace fsfind
