#pragma once

#include "c2c-ingest/record/layout/SharedHead.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <string>

namespace fsfind::record {

/// Compresses the records of a recording that nobody appends to any more, as `perf record -z` does:
/// they become COMPRESSED records of one zstd stream. Returns the payload of the header feature
/// COMPRESSED, which readers need; it is empty, and the records are as they were, if they would not
/// shrink. `name` is the file's, for errors.
Expected<std::string> compressRecords(int file, const SharedHead &head, const std::string &name);

} // namespace fsfind::record
