#pragma once

#include "rules/model/Finding.h"

#include <set>
#include <string>

namespace fsfind {

/// The data that a finding is about, whichever harm it describes: one text
/// for each member, of its object (by name, else by type) and its own name. A member that fights
/// with its neighbour in one recording and alone in the next has the same text in both. Empty for
/// memory without a name.
[[nodiscard]] std::set<std::string> sharedData(const Finding &finding);

/// A path or name without indices, which differ from one recording to the next.
[[nodiscard]] std::string withoutIndices(const std::string &path);
/// The last name on a path: `state` of `slots[2].state` and of `table::state`.
[[nodiscard]] std::string ownName(const std::string &path);

} // namespace fsfind
