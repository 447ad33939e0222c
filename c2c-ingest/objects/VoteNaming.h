#pragma once

#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/objects/ModuleCache.h"

namespace fsfind::objects {

/// Names those of `profile.targets` that static data does not cover, by the types that access sites
/// on the profile's lines assume there. Each site is typed once.
void nameByVote(const lines::NameTables &names, const perf::AddressSpaces &spaces,
                ModuleCache &modules, Profile &profile);

} // namespace fsfind::objects
