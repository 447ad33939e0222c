#pragma once

#include "cli/check/Selection.h"
#include "rules/join/Join.h"
#include "rules/model/CheckOptions.h"
#include "rules/model/Facts.h"

#include <cstddef>
#include <string>
#include <vector>

/// Makes the findings that a command shows of the facts that were read; used by `check`, `fix` and
/// `report` with sources.
namespace fsfind::check {

struct Question {
  CheckOptions options;
  Selection selection;                   ///< which of the latent findings are wanted
  const Measurement *measured = nullptr; ///< a recording to join with; null = none
};

struct Answer {
  Facts facts; ///< linked
  /// By rank. Files are named as in the facts; edits fit the contents that the files had when they
  /// were read.
  std::vector<Finding> findings;
  AnswersOfRun answers;       ///< as in SourceJudgement
  bool strange = false;       ///< likewise
  std::size_t unsure = 0;     ///< number left out: latent, confidence too low
  std::size_t elsewhere = 0;  ///< number left out: not in the paths, or excluded
  std::size_t suppressed = 0; ///< number left out: silenced by NOLINT
};

/// `facts` are not linked yet.
[[nodiscard]] Answer judge(Facts facts, const Question &question, Suppressions &sources);

/// Makes the answer ready to be shown: removes edits of files that have changed since they were
/// read, and makes paths relative to `folder`, which is absolute. Returns the changed files.
std::vector<std::string> prepareToShow(Answer &answer, const std::string &folder);

} // namespace fsfind::check
