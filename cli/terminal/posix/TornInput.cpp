#include "cli/terminal/TornInput.h"

#include <csignal>
#include <string_view>
#include <unistd.h>

namespace fsfind::cli {

namespace {

int exit_code_ = 0;
constexpr std::string_view kMessage =
    "fsfind: an input file was cut short, or its disk failed, while "
    "it was read; try again when nothing writes to it\n";

/// A signal handler, so it may only call async-signal-safe functions.
void endOnTornInput(int signal, siginfo_t *info, void *) {
  if (info->si_code != BUS_ADRERR) {
    std::signal(signal, SIG_DFL); // returning repeats the access, which then ends the program
    return;
  }
  (void)!write(STDERR_FILENO, kMessage.data(), kMessage.size());
  _exit(exit_code_);
}

} // namespace

void tellOfTornInput(int exit_code) {
  exit_code_ = exit_code;
  struct sigaction action{};
  action.sa_sigaction = endOnTornInput;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, nullptr);
}

} // namespace fsfind::cli
