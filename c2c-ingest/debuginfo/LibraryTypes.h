#pragma once

#include "c2c-ingest/debuginfo/Names.h"

namespace fsfind::debuginfo {

/// Whether a record belongs to the language's own library, so that its members are internals, which
/// are not named: `std::` and `__gnu_cxx::` of C++, `core`, `alloc` and `std` of Rust, the standard
/// packages and built-in types of Go.
bool isLibraryRecord(DwarfUnits &units, Names &names, Dwarf_Die record);

/// Whether the C and C++ standards reserve the name for implementations (`__data`, `_Bucket`).
bool isReservedName(std::string_view name);

/// Whether a member is an internal of the C library: a reserved name in a record of a system
/// header.
bool isReservedMember(std::string_view name, const Place &declared);

} // namespace fsfind::debuginfo
