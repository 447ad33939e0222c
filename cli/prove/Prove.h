#pragma once

#include "cli/check/StaleEdits.h"
#include "cli/fix/Patch.h"
#include "cli/prove/Selection.h"
#include "cli/prove/Workshop.h"
#include "rules/compare/RunTimes.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Proves edits by doing: builds, runs and records the program without and with them, in copies of
/// the project, and times it.
namespace fsfind::prove {

/// Limit of the project's size where the user gives none.
inline constexpr std::uint64_t kDefaultMostBytes = std::uint64_t{2} << 30U;

struct ProveRequest {
  std::vector<Finding> findings; ///< those with edits are tried
  check::Contents contents;      ///< of the sources that the findings are of
  std::string project;           ///< absolute folder without symbolic links
  Commands commands;
  /// Names data of a recording by the sources without edits, where its code has its place.
  NameData name;
  std::string folder; ///< for copies and state, absolute; empty = in the user's cache folder
  std::uint64_t most_bytes = kDefaultMostBytes; ///< of the project's files
  unsigned runs = kLeastRuns;                   ///< of each program, at least kLeastRuns
  /// If the same proof has ended before, its result is given again. Else it is done anew.
  bool repeat = false;
  Say say; ///< may not be empty, nor may `name`
};

/// The result of a proof.
struct Proof {
  Baseline before;
  Selection selection;
  fix::Patch patch;                ///< of what is proved
  std::optional<TimeChange> times; ///< of runs without and with the patch; none if it is empty
  std::size_t runs = 0;            ///< of each program
  int interrupted = 0;             ///< the signal that ended the proof, and all else is empty; or 0
};

/// The copies lie in the folder until the proof has ended. What was found out is kept there, so
/// that the same call goes on after an interrupt; a change of the project, an edit or a command
/// begins anew. Fails if the project cannot be copied, built or recorded as it is.
[[nodiscard]] Expected<Proof> prove(const ProveRequest &request);

} // namespace fsfind::prove
