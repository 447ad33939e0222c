#pragma once

#include "tests/fuzz/mutators/RecordStream.h"

namespace fsfind::fuzz {

/// Other bytes of a perf.data, whole file or pipe: its records, attributes or features are others,
/// and nearly always its sizes and offsets are right. None for what is no perf.data.
[[nodiscard]] std::optional<Buffer> mutatedRecording(Bytes bytes, Random &random);
/// The recording with parts of the other.
[[nodiscard]] std::optional<Buffer> mixedRecordings(Bytes bytes, Bytes other, Random &random);

/// The same for records without the rest of a file, behind `front` bytes that stay, or once in a
/// while become others.
[[nodiscard]] std::optional<Buffer> mutatedRecords(Bytes bytes, std::size_t front, bool swap,
                                                   Random &random);
[[nodiscard]] std::optional<Buffer> mixedRecords(Bytes bytes, Bytes other, std::size_t front,
                                                 bool swap, Random &random);

} // namespace fsfind::fuzz
