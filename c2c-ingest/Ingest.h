#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/lines/CountOptions.h"
#include "c2c-ingest/perf/Recording.h"
#include "rules/model/Expected.h"
#include "rules/model/Profile.h"

#include <string>

namespace fsfind::ingest {

/// What to count, and where names come from.
struct IngestOptions : lines::CountOptions {
  debuginfo::SearchOptions search;
  bool resolve_names = true; ///< false for --stats: no module is opened
};

/// What hardware may have as a line size: a power of two from 8 to 4096 bytes.
bool isLineSize(std::uint32_t size);

/// Reads a recording (a file, a directory of `perf record --threads`, or "-" for standard input)
/// into a profile. A torn or corrupt recording gives what precedes the tear and a note.
Expected<Profile> ingest(const std::string &path, const IngestOptions &options);

/// The same for a recording that is open; `path` is its name in messages and the place beside
/// which binaries are looked for.
Expected<Profile> ingest(const perf::Recording &recording, const std::string &path,
                         const IngestOptions &options);

} // namespace fsfind::ingest
