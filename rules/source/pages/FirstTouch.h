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
  bool spawner = false;    ///< a buffer for each thread, in the loop that starts them
  bool of_fresh = false;   ///< by the allocation or the constructor: nothing was there before
  std::uint64_t bytes = 0; ///< 0 = unknown
};

enum class Spread : std::uint8_t {
  Scan,      ///< each thread may use any element
  Written,   ///< threads write elements without a lock, so that each must have its own
  OwnBuffer, ///< each thread has its own buffer
  Parts,     ///< threads share the elements out
};

/// Several threads use the elements.
struct SharedUse {
  CodePlace at;
  Spread spread = Spread::Scan;
  RoleIndex role = kUnknownRole;
  bool writes = false;
  bool hashed = false;      ///< by a hash or mask: a table that all use all over
  bool initialises = false; ///< writes what nobody has written before, by the look of it
};

struct BufferStory {
  std::vector<const FactAllocation *> allocations;
  std::vector<Fill> fills;
  std::vector<SharedUse> uses;
  bool placed = false;     ///< bound to nodes, or allocated by the threads that use it
  bool of_threads = false; ///< one small element for each thread
};

/// Only of buffers that one thread fills and several use.
[[nodiscard]] std::map<BufferKey, BufferStory> bufferStories(const Program &program);

} // namespace fsfind
