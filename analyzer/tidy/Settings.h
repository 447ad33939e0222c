#pragma once

#include "rules/source/Catalogue.h"

#include <string>
#include <vector>

namespace fsfind::tidy {

/// The options of a check.
struct Settings {
  std::vector<std::string> thread_starters, thread_ids, lock_types, cacheline_constants;
  std::string knowledge_file; ///< names and what they mean; empty = none
  std::string knowledge;      ///< what the lists and the file say, in the table's form
  CheckOptions rule;
  std::string facts_file;   ///< facts of the whole program to merge; empty = none
  std::string profile_file; ///< JSON report on a recording to join; empty = none
};

} // namespace fsfind::tidy
