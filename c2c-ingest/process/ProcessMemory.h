#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace fsfind::process {

/// Reads bytes of a process at an address; returns how many could be read, from the first on.
using MemoryReader = std::function<std::size_t(std::uint64_t address, std::span<std::byte> to)>;

/// process_vm_readv(2), which needs the right to trace the process. Reading a page that is not
/// there makes the kernel map one: ask first whether it is (PageSampler::presentPages).
[[nodiscard]] MemoryReader processMemory(std::uint32_t pid);

} // namespace fsfind::process
