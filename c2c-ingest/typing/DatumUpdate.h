#pragma once

#include "c2c-ingest/typing/ValueFate.h"
#include "rules/model/Profile.h"

namespace fsfind::typing {

/// What the graph's instruction of that number does to the datum that it stores to, by itself, or
/// as the end of a load, an addition and a store to the same place. Unknown if it stores nothing.
[[nodiscard]] Update updateBy(const FlowGraph &graph, std::uint32_t instruction,
                              const ValueFates &fates);

} // namespace fsfind::typing
