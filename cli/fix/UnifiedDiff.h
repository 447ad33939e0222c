#pragma once

#include "cli/fix/Patch.h"

#include <string>

namespace fsfind::fix {

/// A file's change as `diff -u` writes it, with `a/` and `b/` before `name`: input for `patch -p1`
/// and `git apply`. A name that could be taken for more than a name is quoted as git does.
[[nodiscard]] std::string unifiedDiff(const FileChange &file, const std::string &name);

/// The changes of all files, named from the root of the repository that `folder` is in, as git
/// does; relative to `folder` if it is in none.
[[nodiscard]] std::string unifiedDiff(const Patch &patch, const std::string &folder);

} // namespace fsfind::fix
