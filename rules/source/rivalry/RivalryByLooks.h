#pragma once

#include "rules/source/rivalry/Rivalry.h"

#include <optional>

namespace fsfind {

/// Rivalry by the looks of the code, where the threads are not in sight.
[[nodiscard]] std::optional<Rivalry> rivalryByLooks(const Program &program, const Party &a,
                                                    const Party &b, ObjectSigns signs);

} // namespace fsfind
