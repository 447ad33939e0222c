#pragma once

#include "rules/model/Expected.h"

#include <string>
#include <vector>

namespace fsfind::check {

/// Writes, whole or not at all, which files `target` was made of, as make and Ninja read it, and
/// `gcc -MD` writes it (gcc manual, "Options Controlling the Preprocessor", -M and -MQ). Paths stay
/// as they are given. One with a line break, a semicolon or a backslash before # is
/// an error, since the form has no way to write it: make takes what is behind a semicolon for a
/// command.
///
/// `absent` are files that are not there, and that would change the target. Each is named as a
/// target of its own, too, as -MP does: make and Ninja then make `target` anew in every build,
/// until it no longer asks for them.
[[nodiscard]] Expected<void> writeDepfile(const std::string &path, const std::string &target,
                                          const std::vector<std::string> &files,
                                          const std::vector<std::string> &absent = {});

/// A path as such a file has it, with what is special to make escaped.
[[nodiscard]] std::string escapedForMake(const std::string &path);

} // namespace fsfind::check
