#pragma once

#include "rules/source/contention/Contention.h"

#include <optional>

namespace fsfind {

/// Contention judged by atomics, loops and names, where the facts do not show the threads.
[[nodiscard]] std::optional<Contention> contentionByHints(const Program &program, const Datum &a,
                                                          const Datum &b, ObjectHints hints);

} // namespace fsfind
