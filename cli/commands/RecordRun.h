#pragma once

#include "c2c-ingest/record/SimulateEngine.h"
#include "cli/commands/RecordOptions.h"
#include "rules/model/Expected.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// Records as the arguments say, by whichever engine serves; the command runs in `place`. Shows how
/// long it has run on a terminal, and says what it does, unless `quiet`. `command_line` is what the
/// recording keeps as the way in which it was made. Fails if options do not go together, or nothing
/// could be recorded.
[[nodiscard]] Expected<record::RecordResult> recordAs(const RecordArguments &arguments,
                                                      std::vector<std::string> command_line,
                                                      record::ChildPlace place = {});

/// Warns of what the recording lacks, even with `--quiet`.
void warnOfLosses(const record::RecordResult &result);

} // namespace fsfind::cli
