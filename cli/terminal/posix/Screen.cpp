#include "cli/terminal/Screen.h"

#include "cli/terminal/EndableOutput.h"
#include "cli/terminal/Environment.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <unistd.h>

namespace fsfind::cli {

namespace {

// Alternate screen, no cursor, no wrapping of long lines; and back.
constexpr std::string_view kEnter = "\033[?1049h\033[?25l\033[?7l\033[H\033[2J";
constexpr std::string_view kLeave = "\033[?7h\033[?25h\033[?1049l";
constexpr std::array kFatal = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGABRT,
                               SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGSYS};

/// What a signal handler needs to restore the terminal. Handlers have no other way to get it.
termios before_{}, during_{};
volatile std::sig_atomic_t entered_ = 0;
std::array<struct sigaction, kFatal.size()> actions_{};
struct sigaction stop_action_{};

// Only async-signal-safe functions, down to restoreActions(): handlers call them.

bool inForeground() {
  return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

/// While this object lives, the terminal does not stop a process in the background that changes it
/// (termios(3), SIGTTOU).
class FromBackground {
public:
  FromBackground() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &set, &mask_);
  }
  ~FromBackground() { pthread_sigmask(SIG_SETMASK, &mask_, nullptr); }
  FromBackground(const FromBackground &) = delete;
  FromBackground &operator=(const FromBackground &) = delete;

private:
  sigset_t mask_{};
};

/// In the background the terminal is another program's, and stays as it is.
void enter() {
  if (entered_ != 0 || !inForeground())
    return;
  const FromBackground allowed;
  entered_ = 1;
  tcsetattr(STDIN_FILENO, TCSANOW, &during_);
  if (takesOutput(STDOUT_FILENO))
    (void)!write(STDOUT_FILENO, kEnter.data(), kEnter.size());
}

void leave() {
  if (entered_ == 0)
    return;
  const FromBackground allowed;
  if (takesOutput(STDOUT_FILENO))
    (void)!write(STDOUT_FILENO, kLeave.data(), kLeave.size());
  tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  entered_ = 0;
}

void restoreActions() {
  for (std::size_t i = 0; i < kFatal.size(); ++i)
    sigaction(kFatal[i], &actions_[i], nullptr);
}

/// The signal then meets the action that it had before: a fault comes again when the handler
/// returns, and what somebody sent is sent again, as is SIGSYS, whose system call is over.
void leaveAndEnd(int signal, siginfo_t *info, void *) {
  leave();
  restoreActions();
  const bool fault = info->si_code > 0 && info->si_code != SI_KERNEL && signal != SIGSYS;
  if (!fault)
    raise(signal);
}

/// Ctrl-Z: the terminal is the shell's until the program goes on; then it asks itself to draw.
void leaveAndStop(int signal, siginfo_t *, void *) {
  const int error = errno;
  struct sigaction own{};
  leave();
  sigaction(signal, &stop_action_, &own);
  raise(signal); // stops here: SA_NODEFER
  sigaction(signal, &own, nullptr);
  enter();
  raise(SIGWINCH);
  errno = error;
}

/// Leaves a signal alone that is ignored, as under nohup.
void handleUnlessIgnored(int signal, void (*handler)(int, siginfo_t *, void *), int flags,
                         struct sigaction &before) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, nullptr, &before);
  if (before.sa_handler != SIG_IGN)
    sigaction(signal, &action, nullptr);
}

} // namespace

Screen::Screen() {
  tcgetattr(STDIN_FILENO, &before_);
  during_ = before_;
  during_.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  for (std::size_t i = 0; i < kFatal.size(); ++i)
    handleUnlessIgnored(kFatal[i], leaveAndEnd, 0, actions_[i]);
  handleUnlessIgnored(SIGTSTP, leaveAndStop, SA_NODEFER | SA_RESTART, stop_action_);
  enter();
}

Screen::~Screen() {
  sigaction(SIGTSTP, &stop_action_, nullptr); // or a stop could enter the screen again
  leave();
  restoreActions();
}

bool Screen::possible() {
  const std::string terminal = processEnvironment("TERM").value_or("dumb");
  return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && terminal != "dumb" &&
         inForeground();
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
  enter(); // it may have come back to the foreground
  return entered_ == 0 ? Expected<void>{} : writeEndable(STDOUT_FILENO, "standard output", frame);
}

} // namespace fsfind::cli
