#pragma once

#include "rules/remedy/source/AdviceCase.h"

/// Whether threads may gather their changes of a number in a local, and apply them once after
/// their loops: nobody may notice that the number has its value later.
namespace fsfind {

/// What changes a number in a loop.
struct Gathering {
  const FactAccess *access = nullptr; ///< in a loop, in each round on one object
  Accumulation how = Accumulation::None;
  [[nodiscard]] bool known() const { return access != nullptr; }
};

/// Of the member or variable declared there. Known only if each change of it is of the same kind
/// of accumulation, nobody uses the result of one, and none but code that runs before the threads
/// start or after they ended reads it, sets it or is handed its address.
[[nodiscard]] Gathering gatheringOf(const AdviceCase &at, const Place &declared);

/// The way in which threads change it, if there is one only: whoever reads it may be at any time
/// given the sum of several in its place.
[[nodiscard]] Accumulation accumulationOf(const AdviceCase &at, const Place &declared);

} // namespace fsfind
