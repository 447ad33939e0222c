#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/objects/NameRoom.h"
#include "c2c-ingest/perf/AddressSpaces.h"
#include "c2c-ingest/perf/Recording.h"

namespace fsfind::objects {

/// Names those of `profile.sites` that lie in code which a program made at run time, by what it
/// left for profilers: `jit-PID.dump`, where the recording tells of one, and `perf-PID.map`, beside
/// the recording or in /tmp. Notes what has no name. Sites and lines of the profile must be filled
/// before.
void nameRuntimeCode(const lines::NameTables &names, const perf::Recording &recording,
                     const perf::AddressSpaces &spaces, const debuginfo::SearchOptions &search,
                     NameRoom &room, Profile &profile);

} // namespace fsfind::objects
