#include "cli/terminal/Traits.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

Traits traitsOf(int descriptor, ColorChoice choice, const Environment &environment) {
  Traits traits;
  traits.terminal = descriptor >= 0 && isatty(descriptor) == 1;
  traits.color = wantsColor(choice, traits.terminal, environment);
  // main() has set the locale of the environment.
  traits.utf8 = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  winsize size{};
  if (traits.terminal && ioctl(descriptor, TIOCGWINSZ, &size) == 0) {
    traits.width = std::max<std::size_t>(kMinWidth, size.ws_col);
    traits.height = size.ws_row;
  }
  return traits;
}

} // namespace fsfind::cli
