#pragma once

#include "c2c-ingest/record/MemoryEvents.h"
#include "c2c-ingest/record/SimulateEngine.h"

#include <optional>
#include <string>

namespace fsfind::record {

/// The engine to record with: hardware with these events, or the simulator if `hardware` is empty.
struct Choice {
  std::optional<MemoryEvents> hardware;
  std::string reason; ///< why the hardware cannot be used; empty if it is used, or the user asked
                      ///< for the simulator
};

/// Fails if the engine asked for (with Auto: both) cannot serve the request; the error's remedy
/// says what can.
Expected<Choice> chooseEngine(const RecordRequest &request, const Host &host);

} // namespace fsfind::record
