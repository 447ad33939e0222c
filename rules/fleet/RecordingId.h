#pragma once

#include "rules/model/Profile.h"

#include <string>

namespace fsfind::fleet {

/// What tells a recording from all others: 32 hexadecimal digits, a hash (XXH3, 128 bits) of the
/// machine, the times and what was counted. It does not depend on names, on where the file lies, or
/// on how it is packed; a part of a recording (of one process, for instance) has an id of its own.
[[nodiscard]] std::string recordingId(const Profile &profile);

/// Stands for a host without naming it: 16 hexadecimal digits; empty if the name is. Who knows a
/// name can tell whether it is meant.
[[nodiscard]] std::string hostPseudonym(const std::string &hostname);

} // namespace fsfind::fleet
