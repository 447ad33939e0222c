#pragma once

#include "c2c-ingest/decode/DataSource.h"
#include "rules/model/Profile.h"

namespace fsfind::decode {

/// The one class of a sample in the ranking view. Unlike perf's counters it reads mem_lvl_num,
/// hops and the remote bit, so current hardware's remote HITM, PMEM, CXL and second-level snoop
/// hits are seen, and nothing is counted twice. A source that names both a local and a remote
/// cache (AMD before Zen 4: "another core's cache") is local: the hardware does not tell more.
SampleClass classifySample(DataSource source);

} // namespace fsfind::decode
