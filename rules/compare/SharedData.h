#pragma once

#include "rules/model/Finding.h"

#include <set>
#include <string>
#include <vector>

namespace fsfind {

/// Whether the paths of a finding's members begin with their objects, as of neighbours:
/// `stats.count`, or `stats` where all of it is meant.
[[nodiscard]] bool namesObjects(const Finding &finding);
/// Whether the member is all of the finding's object.
[[nodiscard]] bool isWholeObject(const Finding &finding, const FindingMember &member);

/// What each member of a finding is, whichever harm the finding describes: its object (by name,
/// else by type) and its own name. A member that fights with its neighbour in one recording and
/// alone in the next has the same text in both. Empty for memory without a name.
[[nodiscard]] std::vector<std::string> dataOf(const Finding &finding);
/// Those that have names.
[[nodiscard]] std::set<std::string> sharedData(const Finding &finding);

/// A path or name without indices, which differ from one recording to the next.
[[nodiscard]] std::string withoutIndices(const std::string &path);
/// The last name on a path: `state` of `slots[2].state` and of `table::state`.
[[nodiscard]] std::string ownName(const std::string &path);

} // namespace fsfind
