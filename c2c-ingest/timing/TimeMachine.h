#pragma once

#include "c2c-ingest/timing/Hardware.h"
#include "rules/model/Expected.h"
#include "rules/model/MachineMap.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fsfind::timing {

/// What of the machine is measured.
enum class Scope : std::uint8_t { All, Transfers, Memory };

struct TimingRequest {
  std::chrono::nanoseconds time{}; ///< that all cells together may take
  Handover handover = Handover::Exchange;
  Scope scope = Scope::All;
  std::string storage;    ///< a folder, whose storage is measured, too; empty = none
  std::uint64_t seed = 0; ///< of the order of pairs, and of chains of pointers
  /// Told what is measured and how much of it is done, 0..1; false = the measurement is to end.
  /// Called in the calling thread, several times a second.
  std::function<bool(std::string_view stage, double done)> progress;
};

/// Measures the machine that `hardware` describes. Cells for which there is no time have no value,
/// and are counted. If `progress` returned false, the map is of no use.
[[nodiscard]] Expected<MachineMap> timeMachine(const TimingRequest &request,
                                               const Hardware &hardware);

} // namespace fsfind::timing
