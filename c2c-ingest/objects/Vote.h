#pragma once

#include "c2c-ingest/objects/Witness.h"

#include <span>
#include <vector>

/// What lies at addresses that no static datum covers, by what the access sites there take it for:
/// the fourth rung of naming. Sites that touch the same memory must agree on objects. The largest
/// author's type that holds what others saw is the answer; where two of them contradict each other
/// and neither is clearly outvoted, there is none.
namespace fsfind::objects {

struct VoteResult {
  std::vector<Target> targets;  ///< by datum; without evidence where nothing is known
  std::size_t contradicted = 0; ///< data without a name because sites contradict each other
};

/// The order of witnesses does not matter.
VoteResult vote(std::span<const Datum> data, std::span<const Witness> witnesses, TypeView &types);

} // namespace fsfind::objects
