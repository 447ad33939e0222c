#pragma once

#include "analyzer/worker/Messages.h"
#include "c2c-ingest/base/TemporaryFolder.h"
#include "cli/check/CompileDatabase.h"
#include "cli/terminal/EndRequests.h"
#include "rules/merge/LayoutsSeen.h"
#include "rules/model/Expected.h"
#include "rules/model/Facts.h"
#include "support/Confinement.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::check {

struct ExtractionOptions {
  std::string knowledge; ///< UnitRequest::knowledge
  unsigned jobs = 0;     ///< 0 = defaultJobs()
  std::chrono::seconds unit_timeout{120};
  std::uint64_t unit_memory = 0;    ///< bytes; 0 = no limit
  std::vector<std::string> trusted; ///< UnitRequest::trusted
  /// Units that are not read by then are given up.
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  /// If there are any, nothing is added to the cache, and only units are read that include one of
  /// them, or may do so, or that failed before.
  analyzer::OtherFiles edited;
  /// Called with the `fraction` that is done, from 0 to 1; may be empty.
  std::function<void(std::string_view stage, double fraction)> progress;
};

/// A folder for the workers' files, and for facts that only this run needs: of edited texts, and of
/// all units where nothing can be kept in the cache.
struct Workplace {
  std::unique_ptr<cli::EndRequests> requests; ///< the folder is removed before they end the program
  TemporaryFolder folder;
  std::string cache;         ///< where facts of earlier runs are; empty = nowhere
  std::string cache_trouble; ///< why nothing can be kept in the cache; empty = nothing failed
};

/// Makes the cache if it is missing, and the folder in it, so that facts files can be moved within
/// one file system; without a usable cache, in the system's folder for temporary files.
[[nodiscard]] Expected<Workplace> workplaceIn(const std::string &cache);

/// A unit whose facts are missing or incomplete, and why.
struct UnitTrouble {
  std::string file;
  std::string what;
};

struct Extraction {
  Facts facts; ///< of all units together
  std::size_t units = 0, cached = 0;
  std::size_t unread = 0; ///< units given up for want of time; if there are any, there are no facts
  std::vector<UnitTrouble> failed;
  std::vector<UnitTrouble> erroneous; ///< parsed with errors: facts may be incomplete
  /// Paths, absolute, of all files that the units' facts depend on; sorted, none twice.
  std::vector<std::string> dependencies;
  /// Paths, absolute, at which units with errors have looked for headers that are not there;
  /// sorted, none twice.
  std::vector<std::string> absent;
  std::map<std::string, std::size_t> dropped; ///< UnitAnswer::dropped, each with its units' number
  Confinement confinement;                    ///< of all workers
  std::string cache_trouble; ///< why the cache could not keep what was read; empty = nothing failed
  std::vector<SeveralLayouts> layouts; ///< of records that units lay out in different ways
  int interrupted = 0;                 ///< number of the signal that ended it; else 0
};

/// Extracts the facts of all units, each in a process of its own, and merges them in the order of
/// the commands. A unit that fails is left out and listed in `failed`. What was read before in the
/// same workplace or kept in the cache, and is still so, is not read again. Where the cache's disk
/// is full, units are read in the system's folder for temporary files, and are not kept. Fails if
/// there is no room for temporary files either.
[[nodiscard]] Expected<Extraction> extractUnits(const std::vector<CompileCommand> &commands,
                                                const ExtractionOptions &options,
                                                const Workplace &place);

} // namespace fsfind::check
