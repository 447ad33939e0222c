#pragma once

#include "c2c-ingest/process/MappedModules.h"
#include "c2c-ingest/process/PageQuery.h"
#include "c2c-ingest/process/ProcessMemory.h"
#include "rules/model/Placement.h"

#include <chrono>
#include <string>
#include <vector>

namespace fsfind::process {

/// Where blocks are searched, and how the process is read.
struct BlockSearch {
  const std::vector<PlacedRegion> &regions;
  /// The module's variables of a page or more. Large ones are not searched for pointers.
  const std::vector<PlacedObject> &variables;
  const MemoryReader &memory;
  PageSampler &pages;
  std::uint64_t page_bytes = 0;
  std::chrono::steady_clock::time_point end; ///< then the search is given up
};

struct PointedBlocks {
  std::vector<PlacedObject> objects; ///< without pages
  /// Why blocks may be missing, as part of a sentence; empty = the search came to its end.
  std::string cut;
};

/// Blocks of memory of a page or more that variables of the module point to: `weights` of a `static
/// double *weights` leads to the block `*weights`. A block of glibc's malloc has its size in front
/// of it (struct malloc_chunk of malloc/malloc.c); another one begins at a page, and its end is not
/// known. Pointers into the middle of blocks are no names. `open_ended` says which is which.
[[nodiscard]] PointedBlocks pointedBlocks(const MappedModule &mapped, debuginfo::Module &module,
                                          const BlockSearch &search);

} // namespace fsfind::process
