#include "cli/terminal/Messages.h"

#include "cli/terminal/Text.h"

#include <cstdio>
#include <string>

namespace fsfind::cli {

void tell(std::string_view text) {
  tellRaw("fsfind: " + printable(text, true) + "\n");
}

void tellRaw(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

} // namespace fsfind::cli
