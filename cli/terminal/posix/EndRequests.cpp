#include "cli/terminal/EndRequests.h"

#include <algorithm>
#include <ctime>

namespace fsfind::cli {

namespace {

bool isIgnored(int signal) {
  struct sigaction action{};
  return sigaction(signal, nullptr, &action) == 0 && (action.sa_flags & SA_SIGINFO) == 0 &&
         action.sa_handler == SIG_IGN;
}

} // namespace

EndRequests::EndRequests() {
  sigemptyset(&held_);
  // If an ignored signal is blocked, sigtimedwait() still returns it. Hangups are ignored under
  // nohup and must stay so.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (!isIgnored(signal))
      sigaddset(&held_, signal);
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

EndRequests::~EndRequests() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

int EndRequests::take() const {
  const timespec now{};
  return std::max(0, sigtimedwait(&held_, nullptr, &now));
}

bool EndRequests::arePending() const {
  sigset_t pending;
  sigemptyset(&pending);
  sigpending(&pending);
  return sigandset(&pending, &pending, &held_) == 0 && sigisemptyset(&pending) == 0;
}

} // namespace fsfind::cli
