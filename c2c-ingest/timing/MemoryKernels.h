#pragma once

#include "rules/model/MachineMap.h"

#include <cstddef>
#include <cstdint>
#include <span>

/// The loops that memory is timed by.
namespace fsfind::timing {

/// Makes each line of the memory hold the address of another, so that following them from the first
/// one visits all lines once, in random order, and comes back. Prefetchers cannot guess that.
void chain(std::span<std::byte> memory, std::uint32_t line_size, std::uint64_t seed);

/// Follows so many addresses, each of which is known only when the load before it is done; returns
/// where it ends.
[[nodiscard]] const void *follow(const void *start, std::uint64_t loads);

/// Touches all of the memory as the streaming does, once, and returns the bytes that it read and
/// wrote. Writes values that depend on `round`.
std::uint64_t stream(Streaming streaming, std::span<std::byte> memory, std::uint64_t round);

} // namespace fsfind::timing
