#pragma once

#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/objects/LivingFrames.h"
#include "c2c-ingest/objects/ModuleCache.h"
#include "c2c-ingest/objects/NameRoom.h"
#include "c2c-ingest/perf/Recording.h"

namespace fsfind::objects {

/// Fills `profile.threads` with ids and last known names.
void nameThreads(const lines::NameTables &names, const std::vector<perf::SideEvent> &events,
                 Profile &profile);

/// Fills `profile.sites`: module, symbol and inline chain of each access site. Without a cache only
/// addresses and modules are filled in.
void nameSites(const lines::NameTables &names, const perf::AddressSpaces &spaces,
               ModuleCache *modules, NameRoom &room, Profile &profile);

/// Fills `profile.targets`: what lies at each data address, by static data or else by the types
/// that access sites see there. Threads, sites and lines of the profile must be filled before.
/// `frames` may be null if `modules` is.
void nameTargets(const lines::NameTables &names, const perf::AddressSpaces &spaces,
                 ModuleCache *modules, const LivingFrames *frames, NameRoom &room,
                 Profile &profile);

} // namespace fsfind::objects
