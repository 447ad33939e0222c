#pragma once

#include <string>

namespace fsfind {

/// The declaration of a member or variable in C and C++: `long counts[8]`, `void (*done)(int)`. An
/// unknown type (empty) becomes a placeholder for the author.
[[nodiscard]] std::string declaration(const std::string &type, const std::string &name);

} // namespace fsfind
