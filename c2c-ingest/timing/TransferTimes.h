#pragma once

#include "c2c-ingest/timing/Cells.h"
#include "c2c-ingest/timing/TimeMachine.h"

#include <vector>

namespace fsfind::timing {

/// A cell of the matrix that is to be measured.
struct TransferCell {
  std::uint32_t a = 0, b = 0;
  std::uint32_t home = kNoNode;
};

/// All pairs of the allowed CPUs, on a line of the memory of the first one's node. Pairs on two
/// nodes also on a line of the second one's and, if there are more nodes, of a third one, in turns.
/// In random order, but alternating between the distances of the
/// topology, so that there are some of each however early the time is over.
[[nodiscard]] std::vector<TransferCell> transferCells(const Hardware &hardware, std::uint64_t seed);

/// Measures the cells until the time is over, each on a page of its own, and adds all of them to
/// MachineMap::transfers, in the order of the CPUs; those without time are counted in
/// MachineMap::left_out.
[[nodiscard]] Expected<void> timeTransfers(const TimingRequest &request, const Hardware &hardware,
                                           CellTimes::Clock::time_point end, MachineMap &map);

} // namespace fsfind::timing
