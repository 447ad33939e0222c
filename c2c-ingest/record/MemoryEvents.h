#pragma once

#include "c2c-ingest/record/Host.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace fsfind::record {

enum class Sampler : std::uint8_t {
  Pebs,   ///< Intel
  Marked, ///< IBM POWER's marked events
  Ibs,    ///< AMD and Hygon
  Spe,    ///< Arm
};

/// The machine's memory sampling, and what of it the user may use.
struct MemoryEvents {
  Sampler sampler = Sampler::Pebs;
  std::string perf;       ///< path of the perf command
  std::string device;     ///< in /sys/bus/event_source/devices
  bool physical = false;  ///< physical addresses may be recorded
  bool stores = true;     ///< stores are sampled, too; Intel's Nehalem and Westmere cannot
  bool user_only = false; ///< IBS by its filter in the kernel: without what the kernel does
};

enum class Lack : std::uint8_t {
  PerfCommand,   ///< perf is not installed
  PmuInGuest,    ///< a virtual machine whose hypervisor passes no memory sampling on
  Processor,     ///< the processor or the kernel has no memory sampling
  Permission,    ///< perf_event_paranoid forbids it, and the user has no capability
  WholeMachine,  ///< the same, for all CPUs
  IbsPermission, ///< IBS samples the kernel too, which needs more permission
  IbsOfCpus,     ///< IBS of this kernel samples whole CPUs, not programs
};

/// Why this machine's hardware cannot be used; the error has the values found and the remedy.
struct HardwareLack {
  Lack lack = Lack::Processor;
  Error error;
};

/// The memory events of the machine, or what is missing. `all_cpus`: for a recording of the whole
/// machine, which needs more permission.
std::variant<MemoryEvents, HardwareLack> findMemoryEvents(const Host &host, bool all_cpus);

/// The value of perf_event_paranoid; 2, the kernel's default, if it cannot be read.
[[nodiscard]] int paranoidLevel(const Host &host);

/// That perf_event_paranoid is `level`, and `purpose` (`recording all CPUs`) needs `needed`.
[[nodiscard]] Error paranoidError(int level, int needed, const std::string &purpose);

} // namespace fsfind::record
