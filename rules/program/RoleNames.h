#pragma once

#include "rules/program/Roles.h"

namespace fsfind {

/// Of the entry: the function's, or `lambda in` the function around it.
[[nodiscard]] std::string entryName(const Facts &facts, FunctionIndex entry);

/// Names of roles tell threads apart: where entries at different places have one name (lambdas of
/// one function, static functions of several files), their places are added to it.
void nameApart(const Facts &facts, std::vector<Role> &roles);

} // namespace fsfind
