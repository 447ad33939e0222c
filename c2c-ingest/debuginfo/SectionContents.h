#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"

namespace fsfind::debuginfo {

/// The contents of a section, whatever its compression: SHF_COMPRESSED with zlib or zstd, or the
/// older `.zdebug_` wrapping. libelf of 2022 knows no zstd, and libdw then silently finds no units,
/// so zstd is decompressed here, into `storage`; all other contents belong to `elf`. Empty if
/// corrupt or absurdly large.
Bytes sectionContents(Elf *elf, Elf_Scn *section, bool zdebug,
                      std::vector<std::vector<std::byte>> &storage);

} // namespace fsfind::debuginfo
