#pragma once

#include "c2c-ingest/objects/Witness.h"

#include <cstdint>
#include <span>
#include <vector>

namespace fsfind::objects {

/// Views of one observation of which at most one is right: what the callers of a function pass it.
struct PossibleViews {
  std::uint32_t observation = 0;
  std::vector<Witness> views; ///< all of one datum
  bool complete = false;      ///< the right one is among them
};

/// Chooses among possible views: they come to objects at different places, and the true object is
/// the one that other data, or certain witnesses, lead to as well. An observation whose views
/// leave more than one object, or one that nothing else supports, gets none.
std::vector<Witness> choosePossible(std::span<const Datum> data, std::span<const Witness> certain,
                                    std::span<const PossibleViews> possible, TypeView &types);

} // namespace fsfind::objects
