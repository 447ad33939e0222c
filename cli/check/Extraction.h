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
  std::uint64_t unit_memory = 0; ///< bytes; 0 = any
  /// Files taken to have other texts than on the disk; units that read them are not cached.
  analyzer::FileTexts edited;
  /// `fraction` from 0 to 1; may be empty.
  std::function<void(std::string_view stage, double fraction)> progress;
};

/// A unit that gave no facts, or only some.
struct UnitTrouble {
  std::string file;
  std::string what;
};

struct Extraction {
  Facts facts; ///< of all units together
  std::size_t units = 0, cached = 0;
  std::vector<UnitTrouble> failed;
  std::vector<UnitTrouble> erroneous; ///< parsed with errors: facts may be incomplete
  int interrupted = 0;                ///< number of the signal that ended it; else 0
};

/// Facts of all units, each by a process of its own, merged in the order of the commands. A unit
/// that fails is told of and left out.
[[nodiscard]] Expected<Extraction> extractUnits(const std::vector<CompileCommand> &commands,
                                                const ExtractionOptions &options);

} // namespace fsfind::check
