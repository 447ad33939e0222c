#include "rules/measured/findings/BlockUse.h"

#include <algorithm>

namespace fsfind {

bool BlockUse::areApart() const {
  std::set<std::uint32_t> writers;
  for (const auto &[address, block] : blocks_) {
    if (block.writers.size() > 1)
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
