#pragma once

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// What a user can tell about a project. Names are qualified (`ns::Class::method`) or plain; a
/// plain one matches in every scope.
struct ExtractOptions {
  /// Functions that run a callable argument on another thread.
  std::vector<std::string> thread_starters;
  std::vector<std::string> thread_ids; ///< functions that return the calling thread's number
  std::vector<std::string> lock_types; ///< types that are locks
  std::vector<std::string> cacheline_constants; ///< macros or constants of the cacheline's size
};

} // namespace fsfind::analyzer
