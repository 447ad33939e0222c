#pragma once

#include "rules/join/MeasuredCode.h"
#include "rules/model/Finding.h"
#include "rules/remedy/source/FactLookup.h"

namespace fsfind {

/// A finding about members in source terms (rules/join/InSourceTerms.h), with those members of its
/// record as well that the measured code uses in loops without being seen: what the writers of one
/// group alone use is theirs, and what others read has no writers. So layouts keep constants that
/// several threads read off the lines that one of them writes. Measured members that only the
/// threads of one group use become theirs, too. What a group of several threads only reads is
/// theirs where nothing but a line of its own would part it from what they write. Members at
/// `apart` are left out.
[[nodiscard]] Finding withUnseenMembers(Finding place, const FactLookup &lookup,
                                        const MeasuredCode &code, const std::vector<Place> &apart);

/// The finding, with members that nobody writes and only the threads of one group were seen to read
/// as that group's, by the same rules.
[[nodiscard]] Finding withMembersOfReaders(Finding place);

} // namespace fsfind
