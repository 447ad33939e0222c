#pragma once

#include "cli/doctor/Doctor.h"

/// One function for each part; each has a file of its own.
namespace fsfind::doctor {

/// Notes in `part` what an error says, its remedy apart.
void setLack(report::PartReport &part, report::PartState state, Error error);

/// Memory sampling by the processor: its events, perf, permission.
[[nodiscard]] report::PartReport examineSampling(const Surroundings &surroundings);
/// Sampling by a clock: the kernel and permission.
[[nodiscard]] report::PartReport examineClock(const Surroundings &surroundings);
/// Recording by QEMU: a small program is recorded.
[[nodiscard]] report::PartReport examineSimulation(const Surroundings &surroundings);
/// Where debug info comes from that is not in the programs themselves.
[[nodiscard]] report::PartReport examineDebugInfo(const Surroundings &surroundings);
/// Reading sources: a unit of C and one of C++ are read.
[[nodiscard]] report::PartReport examineSources(const Surroundings &surroundings);
/// The clang-tidy plugins that are installed, each with the clang-tidy of its release: both are run
/// on a unit.
[[nodiscard]] report::PartReport examineTidy(const Surroundings &surroundings);
/// What of the machine `fsfind machine` can measure.
[[nodiscard]] report::PartReport examineMachine(const Surroundings &surroundings);

} // namespace fsfind::doctor
