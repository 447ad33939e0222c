#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"

namespace fsfind::debuginfo {

/// What .gnu_debuglink says of a file's separate debug info. No name if there is no such section.
struct DebugLink {
  std::string name;
  /// CRC-32 of the whole debug file, for files without a build-id.
  std::uint32_t checksum = 0;
};

DebugLink debugLinkOf(ElfFile &file);
bool hasChecksum(const ElfFile &file, std::uint32_t checksum);

} // namespace fsfind::debuginfo
