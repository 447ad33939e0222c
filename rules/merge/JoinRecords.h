#pragma once

#include "rules/merge/FactIdentity.h"

namespace fsfind {

/// Joins into `record` what another unit says of the same record in the same layout (MergeFacts.h).
/// The indices in both are those of `facts`.
void joinRecords(FactRecord &record, FactRecord other, const Facts &facts,
                 const FactIdentities &known);

} // namespace fsfind
