#pragma once

#include "rules/findings/FieldReader.h"

namespace fsfind {

/// A finding's `cost`.
void readCost(const FieldReader &reader, FindingCost &cost);

} // namespace fsfind
