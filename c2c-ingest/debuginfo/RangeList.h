#pragma once

#include "c2c-ingest/debuginfo/Unit.h"

#include <vector>

namespace fsfind::debuginfo {

struct AddressRange {
  std::uint64_t begin = 0, end = 0; ///< svma, half open
};

/// The code an entry covers: DW_AT_low_pc with DW_AT_high_pc, or DW_AT_ranges in `.debug_ranges`
/// (DWARF 3 and 4) or `.debug_rnglists` (DWARF 5). libdw does not read the lists of a split unit
/// without its skeleton, so they are read here. Ranges the linker dropped are left out.
std::vector<AddressRange> rangesOf(const Unit &unit, Dwarf_Die die);

bool covers(const std::vector<AddressRange> &ranges, std::uint64_t svma);

} // namespace fsfind::debuginfo
