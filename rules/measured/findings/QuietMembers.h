#pragma once

#include "rules/model/Finding.h"
#include "rules/model/Profile.h"

#include <vector>

namespace fsfind {

/// Fills in Finding::quiet_members of findings about members of one object: what threads write
/// elsewhere in that object, on lines of none of its findings; and of findings about globals: those
/// on the lines next to theirs, which move when others are aligned. Writers whose stores are rare
/// compared with those of the finding's most written member do not count, as those of who made the
/// object.
void addQuietMembers(const Profile &profile, std::vector<Finding> &findings);

} // namespace fsfind
