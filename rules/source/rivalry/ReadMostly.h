#pragma once

#include "rules/source/rivalry/Rivalry.h"

#include <optional>

/// A word that many threads modify beside what they only read, where the threads need not be in
/// sight: who modifies atomically, or locks by spinning, expects others to do so at once.
namespace fsfind {

/// `first` of the rivalry modifies the one party, `second` reads the other.
[[nodiscard]] std::optional<Rivalry> besideReadMostly(const Program &program, const Party &a,
                                                      const Party &b, ObjectSigns signs);

} // namespace fsfind
