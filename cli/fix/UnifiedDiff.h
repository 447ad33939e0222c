#pragma once

#include "cli/fix/Patch.h"

#include <string>

namespace fsfind::fix {

/// A file's change as `diff -u` writes it, with `a/` and `b/` before `name`: input for `patch -p1`
/// and `git apply`.
[[nodiscard]] std::string unifiedDiff(const FileChange &file, const std::string &name);

/// The changes of all files, named relative to `folder` if they lie below it.
[[nodiscard]] std::string unifiedDiff(const Patch &patch, const std::string &folder);

} // namespace fsfind::fix
