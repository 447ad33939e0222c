#pragma once

#include "c2c-ingest/timing/Cells.h"
#include "c2c-ingest/timing/Hardware.h"
#include "c2c-ingest/timing/TimeMachine.h"

#include <memory>

namespace fsfind::timing {

/// Storage that is to be measured. The folders linux and windows implement it: the measurement is
/// Linux's alone.
class Storage {
public:
  /// Finds what measures, fio (https://fio.readthedocs.io), and opens a file in the folder that has
  /// no name there, so that nothing of it stays however fsfind ends.
  [[nodiscard]] static Expected<std::unique_ptr<Storage>> open(const std::string &folder);
  virtual ~Storage() = default;

  /// Fills the file, as large as the time and a part of the free space allow, has one CPU of each
  /// node read it, with and without triads on the node's other CPUs, and sets MachineMap::storage.
  /// The first reading is measured even if the time is over, since storage was asked for; others
  /// are begun before. Adds notes on what could not be had. Fails if fio does not end.
  [[nodiscard]] virtual Expected<void> time(const TimingRequest &request, const Hardware &hardware,
                                            CellTimes::Clock::time_point end, MachineMap &map) = 0;
};

} // namespace fsfind::timing
