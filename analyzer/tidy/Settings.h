#pragma once

#include "analyzer/extract/declarations/ExtractOptions.h"
#include "rules/source/Catalogue.h"

#include <string>

namespace fsfind::tidy {

/// The options of a check.
struct Settings {
  analyzer::ExtractOptions names;
  CheckOptions rule;
  std::string facts_file;   ///< facts of the whole program to merge; empty = none
  std::string profile_file; ///< JSON report on a recording to join; empty = none
};

} // namespace fsfind::tidy
