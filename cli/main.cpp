#include "cli/commands/CommandLine.h"

#include <clocale>
#include <fcntl.h>
#include <unistd.h>

namespace {

/// Opens closed standard streams on /dev/null, read-only. Otherwise the next file that is opened
/// would get the number of a standard stream, and messages would be written into it. Writing to
/// such a stream still fails.
void fillStandardStreams() {
  while (true) {
    const int opened = open("/dev/null", O_RDONLY);
    if (opened > STDERR_FILENO) {
      close(opened);
      return;
    }
    if (opened < 0)
      return;
  }
}

} // namespace

int main(int argc, char **argv) {
  fillStandardStreams();
  // Only the character encoding: numbers in output must not depend on the locale.
  std::setlocale(LC_CTYPE, "");
  return fsfind::cli::runCommandLine(argc, argv);
}
