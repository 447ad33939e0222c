#pragma once

#include "rules/join/UsedData.h"

#include <vector>

namespace fsfind {

/// Gives members the same writers that are used as one datum: alternatives of a union, which no
/// layout can part; and members of a record inside another one which only threads use that write
/// the others of it often: one thread, or several if no layout can part the members.
void uniteUsedAsOne(std::vector<UsedDatum> &all, const Facts &facts);

} // namespace fsfind
