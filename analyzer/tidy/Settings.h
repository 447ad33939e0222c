#pragma once

#include "analyzer/extract/declarations/ExtractOptions.h"
#include "rules/source/Catalogue.h"

#include <string>

namespace fsfind::tidy {

/// What the options of a check ask for.
struct Settings {
  analyzer::ExtractOptions names;
  CheckOptions rule;
  std::string facts_file;   ///< facts of the whole program, to be merged in; empty = none
  std::string profile_file; ///< report on a recording, to be joined with; empty = none
};

} // namespace fsfind::tidy
