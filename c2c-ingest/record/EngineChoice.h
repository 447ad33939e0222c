#pragma once

#include "c2c-ingest/record/MemoryEvents.h"
#include "c2c-ingest/record/SimulateEngine.h"

#include <optional>
#include <string>

namespace fsfind::record {

enum class Engine : std::uint8_t { Auto, Hardware, Simulate };

/// What records: the hardware with these events, or, without any, the simulator.
struct Choice {
  std::optional<MemoryEvents> hardware;
  std::string reason; ///< why hardware was not chosen; empty if nobody asked for it
};

/// Fails where the engine asked for cannot do what is asked of it; the remedy says what can.
Expected<Choice> chooseEngine(Engine engine, const RecordRequest &request, const Host &host);

} // namespace fsfind::record
