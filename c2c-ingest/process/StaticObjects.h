#pragma once

#include "c2c-ingest/process/MappedModules.h"
#include "rules/model/Placement.h"

#include <string>
#include <vector>

namespace fsfind::process {

struct StaticObjects {
  std::vector<PlacedObject> objects; ///< without pages; `address` is the process's
  /// There are so many small variables that not all were looked at.
  bool gave_up = false;
};

/// Whether a module has enough data for a variable that is worth to be placed; the program itself
/// always has.
[[nodiscard]] bool mayHoldObjects(const MappedModule &mapped);

/// The variables that have at least one page of their own, by the module's debug info or, without
/// it, its symbols.
[[nodiscard]] StaticObjects staticObjects(const MappedModule &mapped, debuginfo::Module &module,
                                          std::uint64_t page_bytes);

} // namespace fsfind::process
