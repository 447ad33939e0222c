#pragma once

#include "c2c-ingest/record/Host.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace fsfind::record {

enum class Sampler : std::uint8_t { Pebs, Ibs, Spe };

/// What the machine samples memory with, and what the user may ask of it.
struct MemoryEvents {
  Sampler sampler = Sampler::Pebs;
  std::string perf;      ///< path of the perf command
  std::string device;    ///< in /sys/bus/event_source/devices
  bool physical = false; ///< physical addresses may be recorded
};

enum class Lack : std::uint8_t {
  PerfCommand,   ///< perf is not installed
  PmuInGuest,    ///< a virtual machine whose hypervisor passes no memory sampling on
  Processor,     ///< no memory sampling that the kernel drives
  Permission,    ///< perf_event_paranoid without the capability
  WholeMachine,  ///< the same, for all CPUs
  IbsPermission, ///< IBS samples user and kernel alike, which takes more
};

/// Why this machine's hardware cannot be used, with the values found and the remedy.
struct HardwareLack {
  Lack lack = Lack::Processor;
  Error error;
};

/// `all_cpus`: the whole machine is to be recorded, which takes more permission.
std::variant<MemoryEvents, HardwareLack> findMemoryEvents(const Host &host, bool all_cpus);

} // namespace fsfind::record
