#pragma once

#include <string>

namespace fsfind {

/// The declaration of a member or variable in C and C++: `long counts[8]`, `void (*done)(int)`. An
/// unknown type (empty) becomes a placeholder for the author.
[[nodiscard]] std::string declaration(const std::string &type, const std::string &name);

/// The type of the value that a C or C++ type holds: of `std::atomic<long>`, `_Atomic(long)` and
/// `volatile long`, `long`. Other types are their own; empty where the value's is not known.
[[nodiscard]] std::string valueType(std::string type);

/// The value of such a datum, read so that what its writer wrote before is seen too.
[[nodiscard]] std::string acquired(const std::string &type, const std::string &name);

/// `count` added to such a datum at once, as an expression of the value before.
[[nodiscard]] std::string fetched(const std::string &type, const std::string &name,
                                  const std::string &count);

} // namespace fsfind
