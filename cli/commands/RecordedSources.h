#pragma once

#include "cli/commands/RecordingOptions.h"
#include "cli/commands/SourceOptions.h"
#include "rules/model/Expected.h"
#include "rules/model/Profile.h"

#include <string>

namespace fsfind::cli {

/// Adds `--sources`.
void addSourcesOption(const Command &command, SourceArguments &arguments, const char *help);

/// Whether the sources are those that the recorded programs' debug info names: if the user says so,
/// or names none and no compile database is found from `folder`, the current one.
[[nodiscard]] bool lacksSources(const SourceArguments &arguments, const std::string &folder);

/// Reads the recording, and the units of its programs as well, which become the arguments' sources;
/// or what tells why there are none. Of sources that nobody asked for, these are the units that
/// use what is contended, with the options of a compile database that is found from `folder`.
/// A recording that cannot show contention gives a profile with the obstacle, and no units.
[[nodiscard]] Expected<Profile> readWithUnits(const RecordingArguments &recording,
                                              ingest::IngestOptions options,
                                              SourceArguments &arguments,
                                              const std::string &folder);

} // namespace fsfind::cli
