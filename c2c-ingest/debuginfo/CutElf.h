#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"

namespace fsfind::debuginfo {

/// Whether the file ends before its section headers do (ELF specification: e_shoff, e_shnum,
/// e_shentsize), as that of a copy or download that was interrupted. Linkers write them last.
[[nodiscard]] bool isCutShort(const ElfFile &file);

} // namespace fsfind::debuginfo
