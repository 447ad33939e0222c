#include "cli/commands/CommandLine.h"

#include <clocale>

int main(int argc, char **argv) {
  // Only how characters are encoded; numbers in output stay as programs read them.
  std::setlocale(LC_CTYPE, "");
  return fsfind::cli::runCommandLine(argc, argv);
}
