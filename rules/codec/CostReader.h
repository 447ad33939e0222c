#pragma once

#include "rules/codec/FieldReader.h"

namespace fsfind {

/// Reads a finding's `cost`.
void readCost(const FieldReader &reader, FindingCost &cost);

} // namespace fsfind
