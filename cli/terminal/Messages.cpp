#include "cli/terminal/Messages.h"

#include "cli/terminal/MessageLine.h"
#include "cli/terminal/Text.h"

#include <cstdio>
#include <string>

namespace fsfind::cli {

std::string messageLine(std::string_view text) {
  return "fsfind: " + printable(text, true) + "\n";
}

void tell(std::string_view text) {
  tellRaw(messageLine(text));
}

void tellRaw(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

} // namespace fsfind::cli
