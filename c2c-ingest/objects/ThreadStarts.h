#pragma once

#include "c2c-ingest/objects/ModuleCache.h"
#include "c2c-ingest/perf/Recording.h"
#include "rules/model/Profile.h"

namespace fsfind::objects {

/// Tells of threads which function they run: the one that they were started in; where that is a
/// library's (std::thread, std::async, OpenMP), the author's that it runs. Recordings by simulation
/// have it.
void nameByStarts(const perf::Recording &recording, const perf::AddressSpaces &spaces,
                  ModuleCache &modules, Profile &profile);

} // namespace fsfind::objects
