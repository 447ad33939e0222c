#pragma once

#include <cstdint>
#include <span>
#include <string_view>

/// What Linux's text files on processors and memory tell.
namespace fsfind::timing {

/// Sum of the time, in ticks of the kernel's clock, in which a hypervisor let something else run on
/// these CPUs: the column `steal` of /proc/stat (proc(5)). 0 without one.
[[nodiscard]] std::uint64_t stolenTicks(std::string_view proc_stat,
                                        std::span<const std::uint32_t> cpus);

/// Bytes in huge pages of the mapping that holds the address: `AnonHugePages` of /proc/self/smaps
/// (proc(5)). 0 if there is no such mapping.
[[nodiscard]] std::uint64_t hugeBytes(std::string_view smaps, std::uint64_t address);

} // namespace fsfind::timing
