// fsfind-machine.exe: `fsfind machine` as a program of its own, the one part of fsfind for Windows.
#include "cli/commands/MachineCommand.h"
#include "cli/commands/Program.h"

#include <CLI/CLI.hpp>

#include <fcntl.h>
#include <io.h>
#include <unistd.h>
#include <windows.h>

namespace {

/// Has the console show UTF-8 while the program runs.
class ConsoleEncoding {
public:
  ConsoleEncoding() : before_(GetConsoleOutputCP()) { SetConsoleOutputCP(CP_UTF8); }
  ~ConsoleEncoding() { SetConsoleOutputCP(before_); }
  ConsoleEncoding(const ConsoleEncoding &) = delete;
  ConsoleEncoding &operator=(const ConsoleEncoding &) = delete;

private:
  UINT before_;
};

} // namespace

int main(int argc, char **argv) {
  using namespace fsfind::cli;
  const ConsoleEncoding utf8;
  _setmode(STDOUT_FILENO, _O_BINARY); // lines end as in files
  CLI::App app("Measures what transfers of cachelines and memory cost on this machine.",
               "fsfind-machine");
  app.formatter(helpFormatter());
  app.set_version_flag("--version", std::string("fsfind-machine ") + FSFIND_VERSION,
                       "Print the version and exit");
  Action action;
  addMachineOptions(Command(app), action, "fsfind-machine");
  return parseAndRun(app, [&] { app.parse(argc, argv); }, action);
}
