#pragma once

#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/objects/LivingFrames.h"
#include "c2c-ingest/objects/ModuleCache.h"

#include <map>
#include <vector>

namespace fsfind::objects {

/// Names those of `profile.targets` that static data does not cover, by the types that access sites
/// on the profile's lines assume there, and by the frames on recorded stacks. Each site is typed
/// once. Fills in the sizes of accesses. Returns the members and elements behind each target, as
/// far as accesses to it reach.
std::map<TargetIndex, std::vector<Target>> nameByVote(const lines::NameTables &names,
                                                      const perf::AddressSpaces &spaces,
                                                      ModuleCache &modules,
                                                      const LivingFrames &frames, Profile &profile);

} // namespace fsfind::objects
