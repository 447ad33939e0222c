#pragma once

#include "rules/program/Roles.h"

namespace fsfind {

/// The name of a thread entry: the function's, or for a lambda or region `lambda in` the enclosing
/// function.
[[nodiscard]] std::string entryName(const Facts &facts, FunctionIndex entry);

/// Adds the place of the entry to the names of roles whose entries have the same name at different
/// places (lambdas of one function, static functions of several files), so that names are distinct.
void nameApart(const Facts &facts, std::vector<Role> &roles);

} // namespace fsfind
