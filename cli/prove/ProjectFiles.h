#pragma once

#include "cli/prove/Shell.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <string>
#include <vector>

/// The files that a copy of a project is made of.
namespace fsfind::prove {

inline constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20U; ///< bytes

struct ProjectFiles {
  std::string root;               ///< absolute, without symbolic links
  bool repository = false;        ///< of git
  std::string refusal = {};       ///< why git was not asked, if there is a `.git`
  std::vector<std::string> paths; ///< relative to `root`, sorted; files and symbolic links
  std::uint64_t bytes = 0;        ///< of the files
};

/// What of a project may be copied.
struct Extent {
  std::uint64_t most_bytes = 0;     ///< of all files
  std::vector<std::string> without; ///< absolute folders that are left out, as those of copies
};

/// Of a git repository: the files that git tracks, those of submodules as well, and the new ones
/// that it does not ignore, as they are in the folder. So what was built is left out. Of another
/// folder: all files. Without folders that CMake has configured, which are bound to their place
/// (they have a CMakeCache.txt); fails if the project is one itself, if the files have too many
/// bytes or are too many, and if git is interrupted.
[[nodiscard]] Expected<ProjectFiles> projectFiles(const std::string &root, const Extent &extent,
                                                  Shell &shell);

/// A hash of the names, modes and contents of the files.
[[nodiscard]] std::string contentOf(const ProjectFiles &files);

} // namespace fsfind::prove
