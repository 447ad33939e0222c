#pragma once

#include "rules/remedy/source/AdviceCase.h"

#include <set>
#include <vector>

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

/// The accumulations that functions make while threads run in the member or variable that is
/// declared at `declared`, in the order of the facts.
[[nodiscard]] std::vector<SeenAccess> changesByThreads(const AdviceCase &at, const Place &declared);

/// The pointers and indices on the way to the datum keep their values while threads run.
[[nodiscard]] bool isReachedSteadily(const AdviceCase &at, const Designator &what);

/// The functions that use the datum otherwise than by accumulations, be it while no other threads
/// run, and those that call them, directly or by others.
[[nodiscard]] std::set<FunctionIndex> usersOf(const AdviceCase &at, const Place &declared);

/// Whether the loops of `function` call one of the users.
[[nodiscard]] bool callsInLoops(const AdviceCase &at, FunctionIndex function,
                                const std::set<FunctionIndex> &users);

/// The records whose objects contain the member that is declared at `declared`.
[[nodiscard]] std::set<RecordIndex> holdersOf(const FactLookup &lookup, const Place &declared);

/// The kind of accumulation by which all threads change the datum; None if they change it in other
/// ways. Then readers can be given the sum of several copies at any time.
[[nodiscard]] Accumulation accumulationOf(const AdviceCase &at, const Place &declared);

} // namespace fsfind
