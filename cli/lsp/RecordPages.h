#pragma once

#include "cli/lsp/Hovers.h"
#include "rules/model/CheckOptions.h"
#include "rules/model/Facts.h"
#include "rules/model/Profile.h"

#include <string>

namespace fsfind::lsp {

struct PageQuestion {
  std::string folder; ///< records are shown that are declared below
  CheckOptions options;
  const Profile *measured = nullptr; ///< a recording of the program; null = none
};

/// A page for each record of the project: how it lies on cachelines, with holes; which threads
/// write and read each member, as the sources show; and of a recording its samples. Anchors are
/// where records and members are declared, and where code accesses members. `facts` are linked.
[[nodiscard]] Hovers recordPages(const Facts &facts, const PageQuestion &question);

} // namespace fsfind::lsp
