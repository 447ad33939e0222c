#pragma once

#include "c2c-ingest/timing/Hardware.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

/// What timing asks of the operating system, beside Hardware.h and NodeMemory.h. The folders linux
/// and windows implement these three headers; the build takes one of them.
namespace fsfind::timing {

/// The system, as far as it tells.
struct SystemFacts {
  std::string arch;                    ///< as `uname -m`; empty = not known
  std::string kernel;                  ///< as `uname -r`; empty = not known
  std::string governor;                ///< of the first CPU's frequency; empty = not known
  std::optional<bool> virtual_machine; ///< empty = not known
  double running = 0; ///< tasks that ran, in the mean of the last minute; 0 if not known
};
[[nodiscard]] SystemFacts systemFacts(const Hardware &hardware);

/// Grows while a hypervisor lets something else run on these CPUs; stays 0 where nobody tells.
[[nodiscard]] std::uint64_t stolenFrom(std::span<const std::uint32_t> cpus);

/// Lets the calling thread run on this CPU only. Returns what went wrong; empty = nothing.
[[nodiscard]] std::string pinTo(std::uint32_t cpu);

/// What the calling thread has had of its CPU.
struct ThreadUse {
  std::chrono::nanoseconds cpu{};  ///< time that it ran
  std::chrono::nanoseconds step{}; ///< in which `cpu` grows
  /// How often something else ran though the thread could; empty = not known.
  std::optional<std::uint64_t> preemptions;
};
[[nodiscard]] ThreadUse threadUse();

/// Bytes of a small page.
[[nodiscard]] std::size_t pageSize();

/// The setting that allows huge pages, for messages.
[[nodiscard]] const char *hugePageSetting();

} // namespace fsfind::timing
