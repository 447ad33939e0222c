#include "cli/terminal/LowMemory.h"

#include <array>
#include <csignal>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace fsfind::cli {

namespace {

constexpr std::array kSignals = {SIGABRT, SIGSEGV};
std::array<struct sigaction, kSignals.size()> previous; // a handler has no other place to look

/// Does only what a handler of signals may.
void endOrPassOn(int signal) {
  constexpr std::size_t kLittle = std::size_t{16} << 20U; // bytes
  constexpr std::string_view kMessage = "fsfind: not enough memory; see ulimit -a\n";
  constexpr int kExitError = 2;
  void *room = mmap(nullptr, kLittle, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) {
    (void)!write(STDERR_FILENO, kMessage.data(), kMessage.size());
    _exit(kExitError);
  }
  munmap(room, kLittle);
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    if (kSignals[i] == signal)
      sigaction(signal, &previous[i], nullptr);
  raise(signal); // it waits until this has returned
}

} // namespace

void endCleanlyWithoutMemory() {
  struct sigaction action{};
  action.sa_handler = endOrPassOn;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    sigaction(kSignals[i], &action, &previous[i]);
}

} // namespace fsfind::cli
