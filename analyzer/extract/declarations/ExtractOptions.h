#pragma once

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// What a project can tell about itself. Names are qualified (`ns::Class::method`) or plain; a
/// plain one fits in any scope.
struct ExtractOptions {
  std::vector<std::string>
      thread_starters;                 ///< functions whose callable argument another thread runs
  std::vector<std::string> thread_ids; ///< functions that return the caller's own number
  std::vector<std::string> lock_types; ///< types that are locks
  std::vector<std::string> cacheline_constants; ///< macros or constants of the cacheline's size
};

} // namespace fsfind::analyzer
