#pragma once

#include "c2c-ingest/base/Descriptor.h"
#include "c2c-ingest/record/Host.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <functional>
#include <linux/perf_event.h>
#include <sys/types.h>

namespace fsfind::record::clock {

/// Samples a second of each thread that runs. A sample costs the interrupt of a timer, with
/// registers or without: 5 to 50 us in virtual machines, so at most two hundredths of a CPU's time.
inline constexpr std::uint32_t kDefaultFrequency = 400;

struct ClockSampling {
  std::uint32_t frequency = kDefaultFrequency; ///< samples a second of each thread that runs
};

/// Whose events are opened.
enum class Start : std::uint8_t {
  AtExec, ///< the calling thread's; nothing is recorded until a process it forks executes a program
  AtOnce, ///< of a running thread, or of all that run on a CPU
};

/// perf_event_open(2): the new descriptor, or -1 with errno. Tests have their own.
using OpenEvent =
    std::function<int(perf_event_attr &event, pid_t thread, int cpu, unsigned long flags)>;
[[nodiscard]] int openByKernel(perf_event_attr &event, pid_t thread, int cpu, unsigned long flags);

/// The event that samples: Linux's clock of a CPU, with the general registers, the instruction
/// pointer and the flags of the interrupted code; records of mappings (also of data), names, forks,
/// exits and context switches beside it. The kernel's own code is not sampled.
[[nodiscard]] perf_event_attr clockEvent(const ClockSampling &sampling, Start start);

/// Opens the event as `event` says, or as near to it as an older kernel can: without build-ids in
/// mappings (before Linux 5.12), by its own clock (before 4.1). `event` becomes what was opened.
/// None, with errno, if it cannot be opened.
[[nodiscard]] Descriptor openClock(perf_event_attr &event, pid_t thread, int cpu,
                                   const OpenEvent &open);

/// What the user is told of a clock that does not open with this errno: what forbids it, and the
/// one thing to allow.
[[nodiscard]] Error cannotOpen(int error, bool all_cpus, const Host &host);

} // namespace fsfind::record::clock
