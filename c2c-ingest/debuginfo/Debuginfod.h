#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"
#include "support/Confinement.h"

namespace fsfind::debuginfo {

/// Asks the servers of DEBUGINFOD_URLS for the debug info of a build-id, through libdebuginfod if
/// that is installed. The path of the downloaded file; empty where there is none or none was asked.
std::string fetchDebugFile(const BuildId &build_id);

/// What a thread keeps that reads debug info of strangers: reading, and what asking servers takes
/// if DEBUGINFOD_URLS names any.
Permission permissionToRead();

/// Whether libdebuginfod is installed, without which no server can be asked.
bool canFetchDebugFiles();

} // namespace fsfind::debuginfo
