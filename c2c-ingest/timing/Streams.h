#pragma once

#include "c2c-ingest/timing/Cells.h"
#include "c2c-ingest/timing/Crew.h"
#include "c2c-ingest/timing/Hardware.h"
#include "rules/model/MachineMap.h"

#include <chrono>
#include <cstdint>
#include <span>

namespace fsfind::timing {

/// What one thread streams over.
struct StreamPart {
  std::uint32_t cpu = 0;
  std::span<std::byte> bytes;
};

/// A thread on each part's CPU goes over the part, all together, again and again, until the time is
/// over or `go_on` ends it. The values are 1e9 bytes a second of each round; the first round, which
/// makes the pages, is not timed.
[[nodiscard]] Expected<Attempt> streamTogether(Streaming streaming,
                                               std::span<const StreamPart> parts,
                                               std::chrono::nanoseconds time, const GoOn &go_on);

/// Bytes that do not fit caches of so many bytes, at most `most`, as far as the node has them.
[[nodiscard]] std::uint64_t bytesBeyond(std::uint64_t caches, std::uint64_t most,
                                        std::uint32_t node);

/// How many bytes of the node's memory each of these CPUs' threads is to stream over, in whole
/// pages, so that together they do not fit the CPUs' caches.
[[nodiscard]] std::uint64_t bytesOfStream(const Hardware &hardware,
                                          std::span<const std::uint32_t> cpus, std::uint32_t node);

} // namespace fsfind::timing
