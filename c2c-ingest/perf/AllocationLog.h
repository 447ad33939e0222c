#pragma once

#include <cstdint>
#include <vector>

/// What the recorded program took from its allocators. Recordings by simulation may hold it, in a
/// feature section of fsfind's own that perf skips.
namespace fsfind::perf {

/// A block that was handed out.
struct Allocation {
  std::uint32_t pid = 0;
  std::uint64_t address = 0;      ///< virtual, of its first byte
  std::uint64_t size = 0;         ///< bytes, as the program asked for
  std::uint64_t begin = 0;        ///< ns, of the sample clock
  std::uint64_t end = UINT64_MAX; ///< ns; UINT64_MAX = it was not given back
  std::uint64_t caller = 0;       ///< return address of the call of malloc, operator new, …
};

/// By pid, address and begin. Blocks of one process do not overlap while both live.
using AllocationLog = std::vector<Allocation>;

} // namespace fsfind::perf
