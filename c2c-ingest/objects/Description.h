#pragma once

#include "c2c-ingest/objects/Instances.h"

namespace fsfind::objects {

/// What `where` is in an instance; `array` has it as an element, or is null. Without evidence if
/// the instance's type has nothing there; else the evidence is AccessSite.
Target describe(const Instance &instance, const Instance *array, const Datum &where,
                TypeView &types);

/// The same in an element of an array whose index is not known: paths have `[]` there.
Target describe(const LooseElement &element, const Datum &where, TypeView &types);

} // namespace fsfind::objects
