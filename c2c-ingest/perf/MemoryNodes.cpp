#include "c2c-ingest/perf/MemoryNodes.h"

#include <algorithm>
#include <utility>

namespace fsfind::perf {

namespace {

/// Far more than Linux can be built for (1,024): a bound on what a damaged feature can say.
constexpr std::uint64_t kMostNodes = 1U << 16;

using Block = std::pair<std::uint64_t, std::uint32_t>; ///< its number, and its node

std::vector<Block> sortedBlocks(const std::vector<perf::MemoryNode> &nodes) {
  std::vector<Block> blocks;
  for (const perf::MemoryNode &node : nodes)
    if (node.node < kMostNodes)
      for (const std::uint64_t block : node.blocks)
        blocks.emplace_back(block, static_cast<std::uint32_t>(node.node));
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

} // namespace

MemoryNodes::MemoryNodes(const Features &features) : block_size_(features.memory_block_size) {
  if (block_size_ == 0)
    return;
  const std::vector<Block> blocks = sortedBlocks(features.memory_nodes);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    Run run{blocks[i].first, blocks[i].first, blocks[i].second};
    for (; i + 1 < blocks.size() && blocks[i + 1].first == run.first; ++i)
      run.node.reset();
    if (!runs_.empty() && runs_.back().last + 1 == run.first && runs_.back().node == run.node)
      runs_.back().last = run.last;
    else
      runs_.push_back(run);
  }
}

std::optional<std::uint32_t> MemoryNodes::nodeOf(std::uint64_t physical) const {
  if (block_size_ == 0)
    return std::nullopt;
  const std::uint64_t block = physical / block_size_;
  const auto run =
      std::lower_bound(runs_.begin(), runs_.end(), block,
                       [](const Run &one, std::uint64_t number) { return one.last < number; });
  return run != runs_.end() && run->first <= block ? run->node : std::nullopt;
}

} // namespace fsfind::perf
