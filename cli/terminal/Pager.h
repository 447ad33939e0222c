#pragma once

#include "cli/terminal/Environment.h"
#include "cli/terminal/Traits.h"
#include "rules/model/Expected.h"

#include <string>
#include <string_view>

namespace fsfind::cli {

/// The user's pager: $FSFIND_PAGER, else $PAGER, else less. Empty, for no pager, if the variable is
/// empty or `cat`.
[[nodiscard]] std::string pagerCommand(const Environment &environment);

/// Shows text on standard output: through the pager if that is a terminal with fewer lines than
/// the text, else directly.
[[nodiscard]] Expected<void> show(std::string_view text, const Traits &traits,
                                  const std::string &pager);

} // namespace fsfind::cli
