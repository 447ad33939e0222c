#pragma once

#include "rules/source/pages/Buffers.h"
#include "rules/source/pages/CallOrder.h"

#include <map>
#include <string>
#include <vector>

/// What happens to each buffer: who allocates it, who fills it, which threads use it.
namespace fsfind {

/// One thread writes all elements, or the allocation itself does.
struct Fill {
  CodePlace at;
  std::string how = {};    ///< of an allocation that fills: `std::vector(n)`; else empty
  bool spawner = false;    ///< a buffer for each thread, filled in the loop that starts them
  bool of_fresh = false;   ///< by the allocation or a constructor, so nothing wrote it before
  std::uint64_t bytes = 0; ///< written; 0 = unknown
};

enum class Spread : std::uint8_t {
  Scan,      ///< each thread may use any element
  Written,   ///< threads write elements without a lock, so each must have elements of its own
  OwnBuffer, ///< each thread has its own buffer
  Parts,     ///< each thread uses a part of the elements
};

/// Several threads use the elements.
struct SharedUse {
  CodePlace at;
  Spread spread = Spread::Scan;
  RoleIndex role = kUnknownRole;
  bool writes = false;
  bool hashed = false; ///< chosen by a hash or mask: every thread uses the whole table
  /// Seems to be the first write: of a constant, in bulk, or in a function such as `init`.
  bool initialises = false;
};

struct BufferStory {
  std::vector<const FactAllocation *> allocations;
  std::vector<Fill> fills;
  std::vector<SharedUse> uses;
  /// Bound to NUMA nodes, or allocated or filled by threads that the program starts.
  bool placed = false;
  bool of_threads = false; ///< one small element for each thread
};

/// The stories of all buffers that one thread fills and several use.
[[nodiscard]] std::map<BufferKey, BufferStory> bufferStories(const Program &program);

} // namespace fsfind
