#pragma once

#include "c2c-ingest/base/LongestName.h"
#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/debuginfo/Unit.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace fsfind::debuginfo {

/// The path of a source that libdw names so. libdw puts the unit's folder before the name, if its
/// tables have no other, also if that is relative itself, as in distributions' debug info.
inline std::string sourcePath(const Unit &unit, const char *name) {
  const bool whole = *name == '/' || std::string_view(name).starts_with(unit.directory + "/");
  return upToLongest(std::filesystem::path(whole ? name : joinPath(unit.directory, name))
                         .lexically_normal()
                         .string());
}

} // namespace fsfind::debuginfo
