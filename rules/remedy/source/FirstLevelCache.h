#pragma once

#include <cstdint>
#include <string>

namespace fsfind {

/// Why an array is not spread over cachelines: it would no longer fit into a common processor's
/// first-level cache. Empty if it does. `size` is in bytes, of an element then.
[[nodiscard]] std::string cacheObstacle(std::uint64_t elements, std::uint64_t size);

} // namespace fsfind
