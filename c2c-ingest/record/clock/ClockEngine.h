#pragma once

#include "c2c-ingest/record/SimulateEngine.h"
#include "c2c-ingest/record/clock/ClockEvent.h"

namespace fsfind::record::clock {

/// Samples a command, running processes or the whole machine by a timer, through the kernel alone.
/// The recording is a perf.data of the event cpu-clock with the registers of the interrupted code.
/// If nothing can be sampled or the command cannot be run, no file is left behind. A process that
/// ends meanwhile is no error. The calling thread starts the command.
Expected<RecordResult> recordByClock(const RecordRequest &request, const ClockSampling &sampling,
                                     const Host &host, const OpenEvent &open = openByKernel);

/// Why the clock cannot sample the user's own programs here; none if it can.
[[nodiscard]] std::optional<Error> clockLack(const Host &host, bool all_cpus,
                                             const OpenEvent &open = openByKernel);

} // namespace fsfind::record::clock
