#pragma once

#include "rules/model/Profile.h"

#include <vector>

namespace fsfind {

/// The line as it was while each of the heap blocks, or of the frames on a stack, lived that had
/// the same of its bytes, one after the other: copies with the accesses of one time each. The first
/// is of those that were contended most, or used most where none was. Empty for lines whose blocks
/// and frames can have lived together, which are nearly all.
[[nodiscard]] std::vector<Line> livesOf(const Profile &profile, const Line &line);

} // namespace fsfind
