#include "cli/commands/CommandLine.h"

#include <clocale>
#include <fcntl.h>
#include <unistd.h>

namespace {

/// A stream that is closed must not become the number of a file that is opened: what is said there
/// would be written into it. Writing to it still fails.
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
  // Only how characters are encoded; numbers in output stay as programs read them.
  std::setlocale(LC_CTYPE, "");
  return fsfind::cli::runCommandLine(argc, argv);
}
