#pragma once

#include "rules/source/contention/Contention.h"

/// Queues without a name or a thread to show them: `take()` reads from a record's buffer or list
/// what `put()` has stored there, and each moves an end of its own. Such code has no other purpose
/// than that two threads run it at the same time.
namespace fsfind {

/// The operations that write the one datum of the record store elements behind its members, those
/// that write the other load elements of that type, and both tell other threads how far they are.
[[nodiscard]] bool handsOver(const Program &program, RecordIndex record, const Datum &one,
                             const Datum &other);

} // namespace fsfind
