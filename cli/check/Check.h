#pragma once

#include "cli/check/Selection.h"
#include "rules/join/Join.h"
#include "rules/model/CheckOptions.h"
#include "rules/model/Facts.h"

#include <cstddef>
#include <string>
#include <vector>

/// From the facts that were read to the findings that a command shows: the one way that `check`,
/// `fix` and `report` with sources go.
namespace fsfind::check {

struct Question {
  CheckOptions options;
  Selection selection;                   ///< of what the sources alone show
  const Measurement *measured = nullptr; ///< a recording to join with; null = none
};

struct Answer {
  Facts facts; ///< linked
  /// By rank. Places are paths as the facts have them; edits are those of the contents that were
  /// read.
  std::vector<Finding> findings;
  std::size_t unsure = 0;     ///< left out: latent, and below the confidence asked for
  std::size_t elsewhere = 0;  ///< left out: not in the paths, or excluded
  std::size_t suppressed = 0; ///< left out: the author said NOLINT
};

/// `facts` are not linked yet.
[[nodiscard]] Answer judge(Facts facts, const Question &question, Suppressions &sources);

/// Makes the answer ready to be shown: takes back edits of files that have changed since they were
/// read, which it returns, and shows paths as seen from `folder`, which is absolute.
std::vector<std::string> prepareToShow(Answer &answer, const std::string &folder);

} // namespace fsfind::check
