#pragma once

#include "c2c-ingest/process/MappedModules.h"
#include "rules/model/Placement.h"

#include <string>
#include <vector>

namespace fsfind::process {

struct StaticObjects {
  std::vector<PlacedObject> objects; ///< without pages; `address` is the process's
  std::vector<std::string> notes;    ///< on what could not be named
};

/// The variables of a module that have at least one page of their own, by its debug info or,
/// without it, its symbols.
[[nodiscard]] StaticObjects staticObjects(const MappedModule &module,
                                          const debuginfo::SearchOptions &search,
                                          std::uint64_t page_bytes);

} // namespace fsfind::process
