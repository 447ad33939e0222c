#include "cli/terminal/Pager.h"

#include "cli/terminal/Output.h"

#include <ostream>
#include <unistd.h>

namespace fsfind::cli {

std::string pagerCommand(const Environment &) {
  return {}; // consoles scroll
}

Expected<void> show(std::string_view text, const Traits &, const std::string &) {
  return writeTo(STDOUT_FILENO, "standard output", [&](std::ostream &out) { out << text; });
}

} // namespace fsfind::cli
