#pragma once

#include "c2c-ingest/debuginfo/Names.h"
#include "rules/model/Profile.h"

namespace fsfind::debuginfo {

/// The entries of the functions that execution is in at an address, inlined ones first.
std::vector<Dwarf_Die> functionsAt(DwarfUnits &units, std::uint64_t svma);

/// The functions that execution is in at an address, inlined ones first, with the place in each:
/// the line table for the innermost, DW_AT_call_file, -line and -column for the others.
std::vector<Frame> inlineFrames(DwarfUnits &units, Names &names, std::uint64_t svma);

} // namespace fsfind::debuginfo
