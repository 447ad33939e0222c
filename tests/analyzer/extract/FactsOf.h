#pragma once

#include "rules/model/Facts.h"

#include <string>
#include <vector>

/// Facts of a piece of source, and facts as short lines that a test can read.
namespace fsfind::test {

/// `source` is C if it is so named; fails the test if clang cannot make a tree of it.
[[nodiscard]] Facts factsOf(const std::string &source, const std::string &file = "test.cpp",
                            std::vector<std::string> arguments = {});

/// `write Param0->.sum in loop`, `rmw atomic queue.head`, …: of the function of that name.
[[nodiscard]] std::vector<std::string> accessesOf(const Facts &facts, const std::string &function);
/// `worker by pthread_create, many: &args[SpawnLoop]`.
[[nodiscard]] std::vector<std::string> startsOf(const Facts &facts, const std::string &function);
/// `x by std::vector(n), touches`.
[[nodiscard]] std::vector<std::string> allocationsOf(const Facts &facts,
                                                     const std::string &function);
[[nodiscard]] std::string text(const Facts &facts, const Designator &what);
/// Null if there is none, or it was only declared.
[[nodiscard]] const FactFunction *functionOf(const Facts &facts, const std::string &name);
[[nodiscard]] const FactRecord *recordOf(const Facts &facts, const std::string &name);
[[nodiscard]] const FactVariable *variableOf(const Facts &facts, const std::string &name);

} // namespace fsfind::test
