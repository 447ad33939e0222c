#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"

namespace fsfind::debuginfo {

struct SectionPlace {
  Elf *elf = nullptr;
  Elf_Scn *section = nullptr;
  bool zdebug = false; ///< by its name
};

struct SectionRead {
  Bytes bytes;            ///< empty if corrupt or too large
  bool too_large = false; ///< for its size in the file, or for what the file may still take
};

/// The contents of a section, whatever its compression: SHF_COMPRESSED with zlib or zstd, or the
/// older `.zdebug_` wrapping. libelf of 2022 knows no zstd, and libdw then silently finds no units,
/// so zstd is decompressed here, into `storage`; all other contents belong to `elf`. What the
/// section tells of its size is taken from `allowance` before anything is unpacked.
SectionRead sectionContents(const SectionPlace &place, UnpackAllowance &allowance,
                            std::vector<std::vector<std::byte>> &storage);

} // namespace fsfind::debuginfo
