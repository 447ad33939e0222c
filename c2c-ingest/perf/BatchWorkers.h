#pragma once

#include "c2c-ingest/perf/StreamWalk.h"

#include <vector>

namespace fsfind::perf {

/// Gives each batch to one of up to `workers` threads (the calling one among them).
void consumeBatches(const std::vector<RecordBatch> &batches, unsigned workers,
                    const Recording::BatchConsumer &consume);

/// Walks a stream with compressed records again and gives the decompressed runs to up to
/// `workers` threads while the calling one decompresses; a bounded queue lies between.
void consumeDecompressed(const RecordStream &stream, bool swap, unsigned workers,
                         const Recording::BatchConsumer &consume);

} // namespace fsfind::perf
