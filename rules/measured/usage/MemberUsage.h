#pragma once

#include "rules/model/TypeLayout.h"

namespace fsfind {

/// Adds to each member of the record what the recording shows of it, over all instances. Objects
/// are the record's own, elements of arrays of it, or have it as a member.
void addMemberUsage(const Profile &profile, TypeLayout &layout);

} // namespace fsfind
