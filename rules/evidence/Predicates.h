#pragma once

#include "rules/evidence/Candidate.h"

#include <optional>
#include <string>

/// What may speak for or against a candidate, each in the file of its name. A predicate that holds
/// gives the reason, as a clause; which way it counts, and how much, is in Weights.inc.
namespace fsfind::evidence {

using Reason = std::optional<std::string>;

/// Threads write contiguous parts of an array, so that only the elements at the edges meet.
[[nodiscard]] Reason contiguousParts(const Program &program, const Candidate &candidate);
/// A side is used as flags are: it has one byte, which is no spinlock, or what is stored is a
/// constant.
[[nodiscard]] Reason flag(const Program &program, const Candidate &candidate);
/// A side is used under a lock, or after a pause or a wait each time, and so seldom.
[[nodiscard]] Reason heldUp(const Program &program, const Candidate &candidate);
/// A local variable points to the buffer, which is scratch memory of one call.
[[nodiscard]] Reason localBuffer(const Program &program, const Candidate &candidate);
/// One of two data is only read.
[[nodiscard]] Reason oneSideReads(const Program &program, const Candidate &candidate);
/// The thread counts in its element, or changes it in place otherwise, as loops do again and again.
[[nodiscard]] Reason ownCounter(const Program &program, const Candidate &candidate);

} // namespace fsfind::evidence
