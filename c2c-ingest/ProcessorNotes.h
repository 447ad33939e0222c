#pragma once

#include "c2c-ingest/perf/Recording.h"
#include "rules/model/Profile.h"

namespace fsfind::ingest {

/// Notes on what the recorded processor's samples mean, where that differs from what the report's
/// words suggest: which accesses were sampled at all, what no sample of it can tell. None for
/// Intel, whose PEBS those words fit, nor for simulated recordings. Wants the profile's totals and
/// classes.
void noteProcessor(const perf::Recording &recording, Profile &profile);

/// Whether samples of the recorded processor can show that another core had modified a line.
[[nodiscard]] bool tellsHitm(const perf::Recording &recording);

} // namespace fsfind::ingest
