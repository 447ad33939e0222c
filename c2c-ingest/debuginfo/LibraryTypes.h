#pragma once

#include "c2c-ingest/debuginfo/Names.h"
#include "rules/model/LibraryNames.h"

namespace fsfind::debuginfo {

/// Whether a record belongs to the language's own library, so that its members are internals, which
/// are not named: `std::` and `__gnu_cxx::` of C++, `core`, `alloc` and `std` of Rust, the standard
/// packages and built-in types of Go.
bool isLibraryRecord(DwarfUnits &units, Names &names, Dwarf_Die record);

} // namespace fsfind::debuginfo
