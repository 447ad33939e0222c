#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/debuginfo/Module.h"

namespace fsfind::debuginfo {

/// Opens the file recorded as `path`: from there, from beside the recording, or by build-id from
/// what was kept (KeptModules.h), perf's cache or a debug directory. A file of another build, or
/// one that cannot be read, is passed over; a note, or the error, names each with the reason.
Expected<std::unique_ptr<ElfFile>> findModuleFile(const std::string &path, const BuildId &build_id,
                                                  const SearchOptions &search,
                                                  std::vector<std::string> &notes);

/// Whether the file at the recorded `path`, below `search.symfs`, is another build than the one
/// recorded.
bool isRebuilt(const std::string &path, const BuildId &build_id, const SearchOptions &search);

/// Separate debug info of a file, as gdb finds it: by build-id, by .gnu_debuglink with its
/// checksum, from debuginfod if DEBUGINFOD_URLS is set. Null if there is none.
std::unique_ptr<ElfFile> findDebugFile(ElfFile &file, const std::string &recorded_path,
                                       const SearchOptions &search);

/// What .gnu_debugaltlink says of the file that dwz moved common entries to.
struct AlternateLink {
  std::string name;
  BuildId build_id;
};
std::optional<AlternateLink> alternateLinkOf(ElfFile &debug_file);

std::unique_ptr<ElfFile> findAlternateFile(const AlternateLink &link, const ElfFile &debug_file,
                                           const SearchOptions &search);

} // namespace fsfind::debuginfo
