#pragma once

#include <string>

namespace fsfind {

/// Of a member or variable in C and C++: `long counts[8]`, `void (*done)(int)`. A type that is not
/// known is left to the author.
[[nodiscard]] std::string declaration(const std::string &type, const std::string &name);

} // namespace fsfind
