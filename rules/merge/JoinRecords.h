#pragma once

#include "rules/merge/FactIdentity.h"

namespace fsfind {

/// `record` becomes what both say of one record of one layout (MergeFacts.h). Both have the numbers
/// of `facts`' tables.
void joinRecords(FactRecord &record, FactRecord other, const Facts &facts,
                 const FactIdentities &known);

} // namespace fsfind
