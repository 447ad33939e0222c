#include "cli/terminal/Traits.h"

#include <cstdlib>

namespace fsfind::cli {

std::optional<std::string> processEnvironment(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

bool wantsColor(ColorChoice choice, bool terminal, const Environment &environment) {
  if (choice != ColorChoice::Auto)
    return choice == ColorChoice::Always;
  const std::string force = environment("CLICOLOR_FORCE").value_or("0");
  if (!force.empty() && force != "0")
    return true;
  if (!environment("NO_COLOR").value_or("").empty())
    return false;
  return terminal && environment("TERM").value_or("dumb") != "dumb";
}

} // namespace fsfind::cli
