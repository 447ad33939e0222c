#pragma once

#include "c2c-ingest/objects/Instances.h"

namespace fsfind::objects {

/// Names the datum `where` in `instance`; `array` is the instance whose element that is, or null.
/// The evidence is AccessSite; None if the datum lies behind an array's last element.
Target describe(const Instance &instance, const Instance *array, const Datum &where,
                TypeView &types);

/// The same for an array element whose index is not known: paths have `[]` there.
Target describe(const LooseElement &element, const Datum &where, TypeView &types);

} // namespace fsfind::objects
