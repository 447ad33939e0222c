#pragma once

#include "rules/model/Expected.h"

#include <functional>
#include <iosfwd>
#include <string>

namespace fsfind::cli {

using Writer = std::function<void(std::ostream &)>;

/// Runs the writer on an open descriptor; `name` is what errors call it. A reader that has gone
/// away (EPIPE: `| head`, a pager that was quit) is no error: what it wanted it has. SIGPIPE must
/// be ignored.
[[nodiscard]] Expected<void> writeTo(int descriptor, const std::string &name, const Writer &writer);

/// Writes a file whole or not at all: into a temporary beside it, which then takes its name. What
/// is no regular file (a device, a pipe) is written to directly.
[[nodiscard]] Expected<void> writeFile(const std::string &path, const Writer &writer);

/// Writes to a file, or to standard output if `path` is `-`.
[[nodiscard]] Expected<void> writeOutput(const std::string &path, const Writer &writer);

} // namespace fsfind::cli
