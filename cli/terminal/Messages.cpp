#include "cli/terminal/Messages.h"

#include "cli/terminal/MessageLine.h"
#include "cli/terminal/Text.h"

#include <cstdio>
#include <fmt/format.h>
#include <string>

namespace fsfind::cli {

/// A message may hold what a file says, of any length: of a long one the begin and the end, which
/// has the remedy.
std::string messageLine(std::string_view text) {
  constexpr std::size_t kMost = 8192, kEnd = 1024;
  if (text.size() <= kMost)
    return "fsfind: " + printable(text, true) + "\n";
  return fmt::format("fsfind: {} [{} bytes left out] {}\n",
                     printable(text.substr(0, kMost - kEnd), true), text.size() - kMost,
                     printable(text.substr(text.size() - kEnd), true));
}

void tell(std::string_view text) {
  tellRaw(messageLine(text));
}

void tellUnless(bool quiet, std::string_view text) {
  if (!quiet)
    tell(text);
}

void tellRaw(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

} // namespace fsfind::cli
