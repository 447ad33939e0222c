#pragma once

#include <string>
#include <vector>

namespace fsfind {

/// Whether words of a file may be told by errors, facts and findings. Strangers choose which files
/// are read: by includes, links, configurations, facts; and they must not have a key or a password
/// told that way. So a file is told of if every user of the machine may read it, as all folders on
/// the way to it let them, if it lies in a folder that the user trusts (real paths), or if its
/// name, behind all links, is as those of sources and headers: by its ending, or without one in a
/// folder `include`. What git keeps in a repository's `.git` is never told, nor what /dev and
/// /proc have. Folders may be told of, and files that are not there.
[[nodiscard]] bool mayTell(const std::string &path, const std::vector<std::string> &trusted);

} // namespace fsfind
