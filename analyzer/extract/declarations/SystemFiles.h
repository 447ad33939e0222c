#pragma once

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// What tells the system's headers from the project's files. Line markers and pragmas do not, since
/// any file can hold them.
struct SystemFiles {
  /// Absolute; only what was found in one of them is the system's. None: as clang found it.
  std::vector<std::string> folders;
  /// The unit's file was made by a preprocessor: its line markers are all there is.
  bool preprocessed = false;
};

} // namespace fsfind::analyzer
