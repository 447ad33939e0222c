#pragma once

#include "rules/model/Facts.h"

#include <vector>

namespace fsfind {

/// Joins what two units, or two lists, say of the same array: all uses, and the first obstacle in
/// alphabetical order. If they see different declarations, that is an obstacle. The order of
/// joining makes no difference.
void joinSlots(FactSlots &slots, FactSlots other);

/// By key, and the edits of each by place.
void sortSlots(std::vector<FactSlots> &slots);

} // namespace fsfind
