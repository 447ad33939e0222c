#pragma once

#include "rules/model/Finding.h"

#include <vector>

/// Edits of several pieces of advice, made at once.
namespace fsfind {

/// The first advice that has edits; null if none has.
[[nodiscard]] const Advice *firstWithEdits(const std::vector<Advice> &all);

/// The first with edits that can be made together with those of `advice`: no two change the same
/// text in different ways. Null if there is none.
[[nodiscard]] const Advice *firstBeside(const Advice &advice, const std::vector<Advice> &all);

/// Adds edits of another place, where they are not the same.
void addEdits(Advice &advice, const Advice &other);

} // namespace fsfind
