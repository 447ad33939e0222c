#pragma once

#include "c2c-ingest/record/layout/SharedHead.h"

#include <cstddef>
#include <cstdint>
#include <span>

/// Access to the records in a file that several processes write, by offset. All return errno, or 0.
namespace fsfind::record {

[[nodiscard]] int writeAt(int file, std::span<const std::byte> data, std::uint64_t at);
/// Fails with EIO behind the file's end.
[[nodiscard]] int readAt(int file, std::span<std::byte> data, std::uint64_t at);

/// A copy of the records of `bytes`, changed and perhaps shorter, was written right behind them:
/// it becomes what the head tells of, moves to the front, and ends the file. At each moment the
/// head tells of whole records.
[[nodiscard]] int replaceByCopy(int file, const SharedHead &head, std::uint64_t copy,
                                std::uint64_t bytes);

} // namespace fsfind::record
