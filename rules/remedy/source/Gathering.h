#pragma once

#include "rules/remedy/source/AdviceCase.h"

/// Whether threads can gather their changes of a number in a local variable and apply them once
/// after their loops. They can if no other thread can notice that the number changes later.
namespace fsfind {

/// A loop that changes a number, and how.
struct Gathering {
  const FactAccess *access = nullptr; ///< in a loop, on the same object in each iteration
  Accumulation how = Accumulation::None;
  [[nodiscard]] bool known() const { return access != nullptr; }
};

/// For the member or variable declared at `declared`. Known only if all its changes are
/// accumulations of one kind whose results are not used, and only code that runs before the threads
/// start or after they have ended reads it, sets it, or passes its address on; and if its changes
/// are atomic, under a lock, or made by one thread, or each thread has an element of its own.
[[nodiscard]] Gathering gatheringOf(const AdviceCase &at, const Place &declared);

/// The kind of accumulation by which all threads change the datum; None if they change it in other
/// ways. Then readers can be given the sum of several copies at any time.
[[nodiscard]] Accumulation accumulationOf(const AdviceCase &at, const Place &declared);

} // namespace fsfind
