#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/perf/Recording.h"
#include "rules/model/Expected.h"
#include "rules/model/Profile.h"

#include <functional>
#include <string>
#include <vector>

namespace fsfind::ingest {

/// Told now and then how far the work is; called from one thread at a time.
using ProgressCallback = std::function<void(std::string_view stage, double fraction)>;

struct IngestOptions {
  std::uint32_t line_size = 0; ///< bytes, a power of two; 0 = as recorded
  bool double_line = false;    ///< pairs of lines, as the adjacent-line prefetcher fetches them
  std::vector<std::uint32_t> pids, tids; ///< empty = all
  std::vector<std::string> comms;        ///< empty = all
  debuginfo::SearchOptions search;
  bool resolve_names = true; ///< false for --stats: no module is opened
  unsigned threads = 0;      ///< 0 = as many as the machine has
  ProgressCallback progress; ///< may be empty
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
