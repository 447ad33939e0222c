#pragma once

#include <string>

namespace fsfind::git {

/// Why what lies in a folder may have come with a commit, which a stranger may have made; empty if
/// it has not, or nothing is there. Goes by where the folder lies, whatever repository fsfind was
/// started in: it must not be part of a work tree, or nothing in it tracked there.
[[nodiscard]] std::string whyMayBeCommitted(const std::string &folder);

} // namespace fsfind::git
