#pragma once

#include "rules/join/Join.h"
#include "rules/model/CheckOptions.h"
#include "rules/model/Facts.h"

#include <cstddef>
#include <vector>

namespace fsfind {

struct SourceJudgement {
  std::vector<Finding> findings; ///< by rank
  std::size_t unsure = 0;        ///< latent findings left out for low confidence
  AnswersOfRun answers;          ///< of all findings, if they were asked for (Measurement::seen)
  /// They were, and the recording shows no datum that these sources declare: no finding has one.
  bool strange = false;
};

/// What the rules find in linked facts, joined with what a recording shows. Without a measurement
/// (null) the findings are the rules' own. With one, the rules also report findings of low
/// confidence, because the recording can confirm them; those that stay latent are left out if they
/// are below `options.min_confidence`.
[[nodiscard]] SourceJudgement judgeSources(const Facts &facts, const CheckOptions &options,
                                           const Measurement *measured);

} // namespace fsfind
