#pragma once

#include "rules/source/contention/Contention.h"

#include <optional>

/// A word that many threads modify beside data that they only read. The threads need not be in the
/// facts: an atomic modification or a spinlock shows that several are expected.
namespace fsfind {

/// `first` of the contention modifies one datum, `second` reads the other; none if neither datum is
/// read-mostly.
[[nodiscard]] std::optional<Contention> besideReadMostly(const Program &program, const Datum &a,
                                                         const Datum &b, ObjectHints hints);

} // namespace fsfind
