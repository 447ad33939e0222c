#include "rules/remedy/source/FirstLevelCache.h"

#include <fmt/format.h>

namespace fsfind {

std::string cacheObstacle(std::uint64_t elements, std::uint64_t size) {
  constexpr std::uint64_t kFirstLevelCache = 32768;
  if (elements * size <= kFirstLevelCache)
    return {};
  return fmt::format("{} elements of {} bytes would not fit into a first-level cache", elements,
                     size);
}

} // namespace fsfind
