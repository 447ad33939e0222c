#pragma once

#include "cli/commands/OptionTable.h"
#include "rules/model/Expected.h"
#include "rules/model/Origins.h"
#include "rules/model/Report.h"
#include "rules/privacy/Redaction.h"

#include <string>
#include <vector>

/// Recordings as profiles, for fleets.
namespace fsfind::cli {

inline constexpr const char *kProfileFormat = "profile";

/// What the user says of the recording.
struct ProfileArguments {
  std::vector<std::string> labels; ///< KEY=VALUE
  std::string recorded_at;         ///< empty = when the file was last written
};

/// Adds `--label`, `--recorded-at`.
void addProfileOptions(const Command &command, ProfileArguments &arguments);

/// Fails if they are given for another format, if labels contradict each other, and if a profile
/// would be written to a terminal.
[[nodiscard]] Expected<void> checkProfileOptions(bool shared, const std::string &output,
                                                 const ProfileArguments &arguments);

/// Whether the file begins as profiles do; of what cannot be read, false.
[[nodiscard]] bool isProfile(const std::string &path);

/// Fails if what is to be read as a recording is a profile.
[[nodiscard]] Expected<void> checkRecording(const std::string &path);

struct MeasuredRecording {
  const Profile &profile;
  const Report &report; ///< with all findings
  const Origins &origins;
  const ProfileArguments &arguments; ///< checked
};

/// `path` is the recording's.
[[nodiscard]] Expected<void> writeProfile(const std::string &output, const std::string &path,
                                          const MeasuredRecording &recording, Redaction &redaction);

} // namespace fsfind::cli
