#pragma once

#include "rules/model/Expected.h"

#include <optional>
#include <string>
#include <vector>

/// Where git looks for a repository: found as git does, before git is asked, for that may hang.
namespace fsfind::git {

/// A git folder. All paths are real ones.
struct Whereabouts {
  std::string top;    ///< the folder that has `.git`; else that where the search began
  std::string folder; ///< has HEAD and the index
  std::string common; ///< has refs and objects: the same, but of a linked work tree
  bool named = false; ///< by the user, in GIT_DIR
};

/// The git folder for which `dot_git` stands: itself, or where it leads. Nothing if git sees no
/// repository there. Fails if git would hang on finding that out.
[[nodiscard]] Expected<std::optional<Whereabouts>> whereaboutsBy(const std::string &dot_git);

/// Those that git may take for the repository of `folder`: of these it takes the first one in which
/// it sees a repository. That is the last one, if the others are broken.
[[nodiscard]] Expected<std::vector<Whereabouts>> whereaboutsFor(const std::string &folder);

/// A file of git's that has a path after `prefix`: the path, made absolute from the folder `base`.
/// Nothing if there is no file or another text.
[[nodiscard]] std::optional<std::string> pathIn(const std::string &file, const std::string &prefix,
                                                const std::string &base);

/// The value of a variable that the user, or git for a hook, has set; empty if there is none.
[[nodiscard]] std::string fromEnvironment(const char *variable);

} // namespace fsfind::git
