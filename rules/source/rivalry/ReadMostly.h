#pragma once

#include "rules/source/rivalry/Rivalry.h"

#include <optional>

/// A word that many threads modify beside data that they only read. The threads need not be in the
/// facts: an atomic modification or a spinlock shows that several are expected.
namespace fsfind {

/// `first` of the rivalry modifies one party, `second` reads the other; none if neither party is
/// read-mostly.
[[nodiscard]] std::optional<Rivalry> besideReadMostly(const Program &program, const Party &a,
                                                      const Party &b, ObjectSigns signs);

} // namespace fsfind
