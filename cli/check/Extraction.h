#pragma once

#include "analyzer/extract/declarations/ExtractOptions.h"
#include "analyzer/worker/Messages.h"
#include "cli/check/CompileDatabase.h"
#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::check {

struct ExtractionOptions {
  analyzer::ExtractOptions words;
  std::string cache; ///< folder; empty = none
  unsigned jobs = 0; ///< 0 = defaultJobs()
  std::chrono::seconds unit_timeout{120};
  std::uint64_t unit_memory = 0; ///< bytes; 0 = no limit
  /// Texts to use in place of the files' contents. If there are any, nothing is added to the cache.
  analyzer::FileTexts edited;
  /// Called with the `fraction` that is done, from 0 to 1; may be empty.
  std::function<void(std::string_view stage, double fraction)> progress;
};

/// A unit whose facts are missing or incomplete, and why.
struct UnitTrouble {
  std::string file;
  std::string what;
};

struct Extraction {
  Facts facts; ///< of all units together
  std::size_t units = 0, cached = 0;
  std::vector<UnitTrouble> failed;
  std::vector<UnitTrouble> erroneous; ///< parsed with errors: facts may be incomplete
  std::string cache_trouble;          ///< why nothing was kept in the cache; empty = nothing failed
  int interrupted = 0;                ///< number of the signal that ended it; else 0
};

/// Extracts the facts of all units, each in a process of its own, and merges them in the order of
/// the commands. A unit that fails is left out and listed in `failed`.
[[nodiscard]] Expected<Extraction> extractUnits(const std::vector<CompileCommand> &commands,
                                                const ExtractionOptions &options);

} // namespace fsfind::check
