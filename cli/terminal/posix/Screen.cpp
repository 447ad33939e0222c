#include "cli/terminal/Screen.h"

#include "cli/terminal/Environment.h"
#include "cli/terminal/Output.h"

#include <array>
#include <csignal>
#include <ostream>
#include <string>
#include <unistd.h>

namespace fsfind::cli {

namespace {

// Alternate screen, no cursor, no wrapping of long lines; and back.
constexpr std::string_view kEnter = "\033[?1049h\033[?25l\033[?7l\033[H\033[2J";
constexpr std::string_view kLeave = "\033[?7h\033[?25h\033[?1049l";
constexpr std::array kFatal = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};

/// What a signal handler needs to restore the terminal. Handlers have no other way to get it.
termios before_{};
std::array<struct sigaction, kFatal.size()> actions_{};

/// Only async-signal-safe functions: handlers call it.
void leave() {
  (void)!write(STDOUT_FILENO, kLeave.data(), kLeave.size());
  tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

void restoreActions() {
  for (std::size_t i = 0; i < kFatal.size(); ++i)
    sigaction(kFatal[i], &actions_[i], nullptr);
}

/// The signal then meets the action that it had before: a fault comes again when the handler
/// returns, and what somebody sent is sent again.
void leaveAndEnd(int signal, siginfo_t *info, void *) {
  leave();
  restoreActions();
  const bool fault = info->si_code > 0 && info->si_code != SI_KERNEL;
  if (!fault)
    raise(signal);
}

} // namespace

Screen::Screen() {
  tcgetattr(STDIN_FILENO, &before_);
  struct sigaction action{};
  action.sa_sigaction = leaveAndEnd;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kFatal.size(); ++i)
    sigaction(kFatal[i], &action, &actions_[i]);
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VSUSP] = _POSIX_VDISABLE; // a stopped watch would leave its screen behind
  tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  (void)!write(STDOUT_FILENO, kEnter.data(), kEnter.size());
}

Screen::~Screen() {
  leave();
  restoreActions();
}

bool Screen::possible() {
  const std::string terminal = processEnvironment("TERM").value_or("dumb");
  return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && terminal != "dumb" &&
         tcgetpgrp(STDIN_FILENO) == getpgrp();
}

Expected<void> Screen::draw(std::string_view text, std::size_t height) {
  constexpr std::string_view kHome = "\033[H", kRestOfLine = "\033[K", kRestOfScreen = "\033[J";
  std::string frame(kHome);
  for (std::size_t line = 0; !text.empty() && (height == 0 || line < height); ++line) {
    const std::size_t end = text.find('\n');
    if (line != 0)
      frame += '\n'; // the terminal adds the carriage return
    (frame += text.substr(0, end)) += kRestOfLine;
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  frame += kRestOfScreen;
  return writeTo(STDOUT_FILENO, "standard output", [&](std::ostream &out) { out << frame; });
}

} // namespace fsfind::cli
