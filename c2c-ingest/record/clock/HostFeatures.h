#pragma once

#include "c2c-ingest/record/FeaturePayloads.h"
#include "c2c-ingest/record/Host.h"

namespace fsfind::record::clock {

/// What perf's header features say of the machine that records: name, Linux, processor, memory,
/// CPUs with their cores, nodes and caches. What the machine does not tell is left out.
[[nodiscard]] FeaturePayloads hostFeatures(const Host &host);

} // namespace fsfind::record::clock
