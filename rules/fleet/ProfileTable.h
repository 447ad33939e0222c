#pragma once

#include "rules/fleet/ProfileColumns.h"
#include "rules/model/Origins.h"
#include "rules/model/Report.h"
#include "rules/privacy/Redaction.h"

#include <cstdint>
#include <map>
#include <string>

namespace fsfind::fleet {

/// What the user says of a recording.
struct ProfileLabels {
  std::string service, release;
  std::map<std::string, std::string> others;
};

/// A recording to be made a profile of.
struct RecordingToShare {
  const Profile &profile;
  const Report &report; ///< of the profile, with all findings
  const Origins &origins;
  const ProfileLabels &labels;
  std::uint64_t time = 0; ///< when it was made: milliseconds since 1970, UTC
};

/// The rows of one recording: the one of its totals, then its data, sorted. Texts are as
/// `redaction` leaves them.
[[nodiscard]] Table profileTable(const RecordingToShare &recording, Redaction &redaction);

} // namespace fsfind::fleet
