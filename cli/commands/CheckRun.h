#pragma once

#include "cli/check/Check.h"
#include "cli/commands/CheckOptions.h"
#include "cli/report/CheckReport.h"
#include "rules/model/Expected.h"
#include "rules/model/ThreadNames.h"

#include <string>
#include <vector>

/// What recorded runs of a program say to the findings of its sources: `fsfind check --run`,
/// `--profile`.
namespace fsfind::cli {

/// Runs that were recorded, as far as findings of sources ask.
struct RecordedRuns {
  Measurement measured;
  std::vector<std::string> paths; ///< as they are shown; empty = none was asked for
  std::vector<ThreadNames> threads;
  bool simulated = false; ///< any of them
  int interrupted = 0;    ///< signal that ended the command, and all else is empty; or 0
};

/// Fails if a file that is named as a recording can be none, before sources are read for it.
[[nodiscard]] Expected<void> checkRunOptions(const CheckArguments &arguments);

/// Runs and records the command of `--run`, whose streams go to no terminal, and reads its
/// recording and those of `--profile`; nothing without these options. `facts`, which are not linked
/// yet, name what the recordings do not.
[[nodiscard]] Expected<RecordedRuns> recordedRuns(const CheckArguments &arguments,
                                                  const Facts &facts);

/// Takes from an answer with these runs what is not of the question: findings that sources have no
/// part in, and confirmed ones elsewhere or silenced by NOLINT, which are counted. Returns notes.
[[nodiscard]] std::vector<std::string> settle(check::Answer &answer, const RecordedRuns &runs,
                                              const check::Selection &selection,
                                              check::Suppressions &sources);

} // namespace fsfind::cli
