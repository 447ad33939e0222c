#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/lines/CountOptions.h"
#include "c2c-ingest/perf/Recording.h"
#include "rules/model/Expected.h"
#include "rules/model/Origins.h"
#include "rules/model/Profile.h"

#include <functional>
#include <string>

namespace fsfind::ingest {

/// What to count, and where names come from.
struct IngestOptions : lines::CountOptions {
  debuginfo::SearchOptions search;
  bool resolve_names = true; ///< false for --stats: no module is opened
  /// Called with what debug info tells of how each module was compiled, of those that something was
  /// named in; may be empty.
  std::function<void(CompiledModule)> compiled = {};
  /// Called once with what the recording tells of the processor and of builds; may be empty.
  std::function<void(Origins)> origins = {};
};

/// Whether the path can be given to ingest(): a perf.data file, or a directory of
/// `perf record --threads`.
bool isRecording(const std::string &path);

/// Reads a recording (a file, a directory of `perf record --threads`, or "-" for standard input)
/// into a profile. A torn or corrupt recording gives what precedes the tear and a note.
Expected<Profile> ingest(const std::string &path, const IngestOptions &options);

/// The same for an open recording. `path` names it in messages; binaries are searched in its folder
/// too.
Expected<Profile> ingest(const perf::Recording &recording, const std::string &path,
                         const IngestOptions &options);

} // namespace fsfind::ingest
