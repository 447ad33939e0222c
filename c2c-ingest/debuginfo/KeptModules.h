#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"

#include <string>

/// Copies of what was recorded, which names come from when the program was built anew: in
/// `$XDG_CACHE_HOME/fsfind/recorded`, else in `~/.cache/fsfind/recorded`, at most 1 GiB.
namespace fsfind::debuginfo {

/// Copies a file that has debug info and a build-id. The oldest copies are removed where there is
/// no room. Where that fails, there is no copy.
void keepModule(const std::string &path);

/// Where the copy of the file with that build-id is if there is one; empty if there is no place.
[[nodiscard]] std::string keptModule(const BuildId &build_id);

} // namespace fsfind::debuginfo
