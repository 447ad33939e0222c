#pragma once

#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/objects/ModuleCache.h"
#include "rules/model/Profile.h"

namespace fsfind::objects {

/// Fills Access::update of all accesses by user code, but where the stores are known to set the
/// datum to one constant.
void findUpdates(const lines::NameTables &names, ModuleCache &modules, Profile &profile);

} // namespace fsfind::objects
