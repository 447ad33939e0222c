#include "rules/measured/findings/BlockUse.h"

#include "rules/measured/usage/UsageTable.h"

#include <algorithm>

namespace fsfind {

/// Whether other threads than the writer use the block, too.
bool BlockUse::isShared(const Block &block) {
  std::uint64_t most = 0;
  for (const auto &[thread, samples] : block.uses)
    most = std::max(most, samples);
  return !block.writers.empty() &&
         std::any_of(block.uses.begin(), block.uses.end(), [&](const auto &use) {
           return !block.writers.contains(use.first) && !rare(use.second, most);
         });
}

bool BlockUse::areApart() const {
  std::set<std::uint32_t> writers;
  for (const auto &[address, block] : blocks_) {
    if (block.writers.size() > 1 || isShared(block))
      return false;
    writers.insert(block.writers.begin(), block.writers.end());
  }
  return !unknown_ && writers.size() > 1;
}

std::uint64_t BlockUse::size() const {
  const bool differ = unknown_ || blocks_.empty() ||
                      std::any_of(blocks_.begin(), blocks_.end(), [&](const auto &one) {
                        return one.second.size != blocks_.begin()->second.size;
                      });
  return differ ? 0 : blocks_.begin()->second.size;
}

std::vector<Place> BlockUse::allocations() const {
  std::vector<Place> places;
  for (const auto &[address, block] : blocks_) {
    if (unknown_ || !block.allocated.known())
      return {};
    if (std::find(places.begin(), places.end(), block.allocated) == places.end())
      places.push_back(block.allocated);
  }
  return places;
}

} // namespace fsfind
