#pragma once

#include "c2c-ingest/record/GuestProgram.h"
#include "c2c-ingest/record/Simulation.h"
#include "rules/model/Expected.h"

#include <string>
#include <vector>

/// Programs built with -fsanitize=thread, which record themselves with a run-time library of
/// fsfind's in place of the sanitizer's (record/instrumented).
namespace fsfind::record {

/// The library's path, in the first of the folders that has it.
Expected<std::string> findInstrumentedLibrary(const std::vector<std::string> &plugin_folders);

/// Environment variables with which a command's instrumented programs record
/// (layout/InstrumentedRun.h). Fails, with advice, if the library is not there, or the program
/// cannot use it.
Expected<std::vector<std::string>>
variablesToRecord(const GuestProgram &program, const Simulation &simulation,
                  const std::vector<std::string> &plugin_folders);

} // namespace fsfind::record
