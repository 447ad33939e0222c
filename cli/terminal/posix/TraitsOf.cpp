#include "cli/terminal/Traits.h"

#include <algorithm>
#include <cstring>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace fsfind::cli {

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
