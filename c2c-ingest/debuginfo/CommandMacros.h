#pragma once

#include "c2c-ingest/debuginfo/Die.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::debuginfo {

/// The macros of a unit's command line, as its options (`-DNAME=VALUE`, `-UNAME`), from
/// DW_AT_macros or DW_AT_GNU_macros. None if no macros were recorded.
///
/// Compilers record what is defined before the first line of the source, without saying what of it
/// they define themselves. Names that begin with two underscores are the compilers' and left out;
/// the few others that they define (`unix`, `_LP64`) every compiler of the machine defines alike.
///
/// At most `budget` macros are read, also of files; it is lessened by what was read.
[[nodiscard]] std::optional<std::vector<std::string>> commandMacros(Dwarf_Die unit,
                                                                    std::size_t &budget);

} // namespace fsfind::debuginfo
