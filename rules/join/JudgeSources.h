#pragma once

#include "rules/join/Join.h"
#include "rules/model/CheckOptions.h"
#include "rules/model/Facts.h"

#include <cstddef>
#include <vector>

namespace fsfind {

struct SourceJudgement {
  std::vector<Finding> findings; ///< by rank
  std::size_t unsure = 0;        ///< latent findings left out, below the confidence asked for
};

/// What the rules find in linked facts, joined with what a recording shows. Without a measurement
/// (null) the findings are the rules' own. With one, the rules are also asked for what the source
/// alone makes unlikely, because a recording can confirm it; of what stays latent, findings below
/// `options.min_confidence` are left out.
[[nodiscard]] SourceJudgement judgeSources(const Facts &facts, const CheckOptions &options,
                                           const Measurement *measured);

} // namespace fsfind
