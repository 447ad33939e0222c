#pragma once

#include "c2c-ingest/record/Simulation.h"
#include "rules/model/Expected.h"
#include "rules/model/MachineMap.h"

#include <string>

namespace fsfind::record {

/// Gives the simulated machine the latencies of the measured one, and says so in
/// Simulation::priced_by. `path` is the map's file, for errors and words.
///
/// Measured are a line that another CPU has modified, on the node and on another one (the medians
/// of transfers between CPUs of different cores), and memory of the node and of another one (idle,
/// in huge pages where there are some, since the model has no TLB). What is not measured keeps its
/// proportion to these (kUsualLatencies), but for hits of the private cache, which stay as they
/// are. Times become cycles by the frequency in the processor's name, or kUsualFrequency.
///
/// Fails if the map lacks one of these that the simulated machine needs.
[[nodiscard]] Expected<void> takeLatencies(Simulation &simulation, const MachineMap &map,
                                           const std::string &path);

/// Cycles a second of processors whose name tells none.
inline constexpr double kUsualFrequency = 3e9;

} // namespace fsfind::record
