#pragma once

#include "c2c-ingest/timing/Cells.h"
#include "c2c-ingest/timing/TimeMachine.h"

#include <vector>

namespace fsfind::timing {

/// What is to be measured: cells without their readings.
struct MemoryCells {
  std::vector<MemoryLatency> latencies;
  std::vector<Bandwidth> bandwidths;
};

/// One CPU of each L3 cache loads from each node, with small and with huge pages, and, where there
/// are other CPUs, while these read from it. Streams: one thread of each node from each node, all
/// of a node from each node, and triads of 1, 2, 4 ... threads of each node on their own memory,
/// with small and huge pages; all threads on their own.
[[nodiscard]] MemoryCells memoryCells(const Hardware &hardware);

/// Measures the cells until the time is over, and adds them to the map, in the order of
/// memoryCells(), with the number of those for which no time was left, and notes on what cannot be
/// had.
[[nodiscard]] Expected<void> timeMemory(const TimingRequest &request, const Hardware &hardware,
                                        CellTimes::Clock::time_point end, MachineMap &map);

} // namespace fsfind::timing
