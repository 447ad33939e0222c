#pragma once

#include "rules/model/Facts.h"
#include "rules/model/TypeLayout.h"

namespace fsfind {

/// How the facts lay out a record, in the form that debug info gives: members of the author's own
/// records one by one. Facts tell neither struct from class (`kind` is `record` or `union`) nor how
/// wide bit-fields are: they have 0 `bits`, and reach to the next member or to the end of the unit
/// that holds them. Nor do they tell where virtual bases lie: bytes at the end that only these can
/// have are `unknown`, and so are those that a packed bit-field may reach. Files are named as in
/// the facts; there is no module.
[[nodiscard]] TypeLayout layoutOf(const Facts &facts, RecordIndex record);

/// Whether the facts know the record's layout: it is complete, and no template whose members depend
/// on its arguments.
[[nodiscard]] bool hasLayout(const FactRecord &record);

} // namespace fsfind
