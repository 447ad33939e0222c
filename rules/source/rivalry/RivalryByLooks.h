#pragma once

#include "rules/source/rivalry/Rivalry.h"

#include <optional>

namespace fsfind {

/// Rivalry judged by atomics, loops and names, where the facts do not show the threads.
[[nodiscard]] std::optional<Rivalry> rivalryByLooks(const Program &program, const Party &a,
                                                    const Party &b, ObjectSigns signs);

} // namespace fsfind
