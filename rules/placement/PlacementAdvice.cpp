#include "rules/placement/PlacementAdvice.h"

#include "rules/remedy/source/PagePlacement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace fsfind {

namespace {

Finding findingOn(const PlacedTarget &target) {
  Finding finding;
  finding.object = target.object;
  return finding;
}

Advice advice(Remedy remedy, std::string why, std::string example) {
  Advice one;
  one.remedy = remedy;
  one.why = std::move(why);
  one.example = std::move(example);
  return one;
}

std::string placeText(const Place &place) {
  return fmt::format("{}:{}", place.file.substr(place.file.rfind('/') + 1), place.line);
}

Advice firstTouch(const PlacementCase &at) {
  Advice one = touchedInParallel();
  if (at.traffic == nullptr || !at.traffic->filled.known())
    return one;
  one.why = fmt::format(
      "it is filled at {}{}: {}", placeText(at.traffic->filled),
      at.traffic->filled_by.empty() ? "" : fmt::format(", by thread {}", at.traffic->filled_by),
      one.why);
  return one;
}

/// mbind(2) for this memory alone. It wants whole pages, and acts on pages that are not there yet.
Advice boundAtAllocation(const PlacementCase &at) {
  const std::string &name = at.target.object.name;
  const bool variable = at.target.object.kind == ObjectKind::Global && !name.empty();
  const std::string memory = variable ? name : "p";
  const std::string size = variable ? "sizeof " + name : "size";
  std::string example =
      variable ? fmt::format("/* {} begins where a page does: alignas(4096) */\n", name)
               : std::string("void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | "
                             "MAP_ANONYMOUS, -1, 0);\n");
  unsigned long mask = 0;
  constexpr std::uint32_t kBits = 64;
  for (const MemoryNode &node : at.placement.nodes)
    mask |= node.node < kBits ? 1UL << node.node : 0;
  example += fmt::format("unsigned long nodes = {:#x};\n"
                         "mbind({}, {}, MPOL_INTERLEAVE, &nodes, 8 * sizeof nodes, 0); "
                         "/* before the first write; -lnuma */\n",
                         mask, memory, size);
  return advice(Remedy::Interleave,
                "mbind spreads this memory alone, where the program allocates it, and leaves the "
                "rest to first touch",
                std::move(example));
}

Advice copyOnEachNode() {
  return advice(Remedy::ShardPerCpu,
                "where threads mostly read it, or each uses a part, give each node its own: a copy "
                "or a shard on the node whose threads use it",
                "shard[node] = numa_alloc_onnode(size, node); /* -lnuma */\n");
}

} // namespace

std::string nodesText(const std::vector<std::uint32_t> &nodes) {
  if (nodes.size() < 2)
    return fmt::format("{}", fmt::join(nodes, ""));
  const std::vector<std::uint32_t> first(nodes.begin(), std::prev(nodes.end()));
  return fmt::format("{} and {}", fmt::join(first, ", "), nodes.back());
}

std::vector<Advice> adviceOnOneNode(const PlacementCase &at) {
  return {firstTouch(at), interleaved(findingOn(at.target)), boundAtAllocation(at),
          copyOnEachNode()};
}

std::vector<Advice> adviceOnElsewhere(const PlacementCase &at) {
  const std::uint32_t node = at.busy.front();
  return {advice(Remedy::TouchInParallel,
                 "start the program where its threads shall stay, so that they touch memory there",
                 fmt::format("numactl --cpunodebind={0} --preferred={0} ./program\n", node)),
          advice(Remedy::TouchInParallel,
                 "the pages of the running process can be moved to its threads now",
                 fmt::format("migratepages {} {} {}\n", at.placement.pid, at.home, node))};
}

std::vector<Advice> adviceOnBound(const PlacementCase &at) {
  Advice spread = interleaved(findingOn(at.target));
  return {advice(Remedy::TouchInParallel,
                 fmt::format("the policy {} decides, not who touches first: leave it out (numactl "
                             "--membind, mbind, set_mempolicy), so that first touch does",
                             at.target.policy),
                 ""),
          std::move(spread)};
}

std::vector<Advice> adviceOnSharedPage(const PlacementCase &at) {
  const std::string &name = at.target.object.name;
  return {advice(Remedy::AlignAllocation,
                 "a huge page is on one node as a whole: let the data of other threads begin at a "
                 "multiple of 2 MiB",
                 name.empty() ? "" : fmt::format("alignas(2 << 20) ... {} ...;\n", name)),
          advice(Remedy::TouchInParallel,
                 "or keep huge pages away from this memory, so that each small page is placed by "
                 "who touches it",
                 "madvise(p, size, MADV_NOHUGEPAGE); /* before the first write */\n")};
}

} // namespace fsfind
