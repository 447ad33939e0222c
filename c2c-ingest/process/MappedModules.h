#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/process/ProcFiles.h"
#include "c2c-ingest/process/ProcText.h"

#include <memory>
#include <string>
#include <vector>

/// The ELF files that a process has mapped, as they lie in its memory.
namespace fsfind::process {

/// A loadable segment that holds data, in the process's addresses.
struct DataSegment {
  std::uint64_t begin = 0, end = 0;
  bool writable = false;
};

struct MappedModule {
  std::string path;   ///< as the process maps it
  std::string opened; ///< where that file was found
  std::unique_ptr<debuginfo::ElfFile> elf;
  std::uint64_t bias = 0; ///< address = svma + bias (modulo 2^64)
  std::vector<DataSegment> data;
  bool executable = false; ///< the program itself, not a library
};

struct MappedModules {
  std::vector<MappedModule> modules; ///< the program first, then by address
  /// Paths that now lead to other files than those that are mapped, or to none.
  std::vector<std::string> replaced;
};

/// Opens each ELF file of which code is mapped. Files of a container are found by the process's own
/// root folder. `page_bytes` is that of the system.
[[nodiscard]] MappedModules mappedModules(const ProcFiles &files, const std::vector<MapsLine> &maps,
                                          std::uint64_t page_bytes);

} // namespace fsfind::process
