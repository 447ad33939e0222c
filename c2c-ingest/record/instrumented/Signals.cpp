#include "c2c-ingest/record/instrumented/Runtime.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Handlers of the program's may leave by longjmp, and what cancels a thread at any moment leaves
/// its functions likewise. Left so, the simulator would stay locked. So a signal that meets a
/// thread there is kept, and sent again when the thread is back in the program; and asynchronous
/// cancellation happens after an access.

namespace fsfind::record::instrumented {

namespace {

using Action = struct sigaction;

constexpr int kSignals = 65;
constexpr int kOnce = static_cast<int>(SA_RESETHAND);

constinit Real<int(int, const Action *, Action *)> set_action("sigaction");

/// What the program has set. The kernel is told of `handle` in place of its functions.
class Actions {
public:
  Action of(int signal) {
    const std::lock_guard lock(mutex_);
    return actions_.at(static_cast<std::size_t>(signal));
  }
  /// Sets the action, if it is not null; the one before.
  Action exchange(int signal, const Action *action) {
    const std::lock_guard lock(mutex_);
    Action &known = actions_.at(static_cast<std::size_t>(signal));
    const Action before = known;
    if (action != nullptr)
      known = *action;
    return before;
  }

private:
  std::mutex mutex_; // asked with all signals blocked, or in a handler
  std::array<Action, kSignals> actions_{};
};

constinit Actions actions;

/// Signals of a thread that were kept, in their order; usual ones once, as the kernel keeps them.
struct Kept {
  std::size_t count = 0;
  std::array<siginfo_t, 256> signals{};

  /// False if there is no room.
  bool keep(int signal, const siginfo_t &details) {
    const auto end = signals.begin() + static_cast<std::ptrdiff_t>(count);
    if (signal < SIGRTMIN && std::any_of(
                                 signals.begin(), end,
                                 [signal](const siginfo_t &one) { return one.si_signo == signal; }))
      return true;
    if (count == signals.size())
      return false;
    signals.at(count++) = details;
    return true;
  }
};
constinit thread_local Kept *kept = nullptr;

/// Sent by what the thread does itself: it cannot go on before the handler has run.
bool isFault(int signal, const siginfo_t &details) {
  return details.si_code > 0 && (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE ||
                                 signal == SIGILL || signal == SIGTRAP);
}

bool isFunction(const Action &action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

void handle(int signal, siginfo_t *details, void *context) {
  if (self.takes_part && !self.listens && kept != nullptr && !isFault(signal, *details) &&
      kept->keep(signal, *details)) {
    self.has_news = true;
    return;
  }
  const Action action = actions.of(signal);
  self.interrupted = self.interrupted || (action.sa_flags & SA_RESTART) == 0;
  if ((action.sa_flags & kOnce) != 0) {
    Action usual{};
    usual.sa_handler = SIG_DFL;
    actions.exchange(signal, &usual);
    set_action.get()(signal, &usual, nullptr);
  }
  if ((action.sa_flags & SA_SIGINFO) != 0)
    action.sa_sigaction(signal, details, context);
  else if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)
    action.sa_handler(signal);
}

int setAction(int signal, const Action *action, Action *before) {
  if (simulator == nullptr || signal <= 0 || signal >= kSignals)
    return set_action.get()(signal, action, before);
  sigset_t all, mask;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  Action installed = action != nullptr ? *action : Action();
  if (action != nullptr && isFunction(*action)) {
    installed.sa_sigaction = handle;
    installed.sa_flags = (action->sa_flags | SA_SIGINFO) & ~kOnce;
  }
  Action of_kernel{};
  const int result = set_action.get()(signal, action != nullptr ? &installed : nullptr, &of_kernel);
  Action known = of_kernel;
  if (result == 0) {
    const Action earlier = actions.exchange(signal, action);
    if ((of_kernel.sa_flags & SA_SIGINFO) != 0 && of_kernel.sa_sigaction == handle)
      known = earlier;
    if (before != nullptr)
      *before = known;
  }
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  errno = error;
  return result;
}

} // namespace

void takeNews() {
  self.has_news = self.cancels;
  if (kept != nullptr && kept->count != 0) {
    sigset_t all, mask;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask); // handlers may leave, or keep further ones
    for (std::size_t i = 0; i < kept->count; ++i)
      syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), kept->signals.at(i).si_signo,
              &kept->signals.at(i), 0, 0);
    kept->count = 0;
    pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  }
  if (self.cancels)
    pthread_testcancel();
}

void keepSignals() {
  kept = new Kept; // on a thread's stack it would be large: threads' own variables lie there
}

void keepNoSignals() {
  delete std::exchange(kept, nullptr);
}

} // namespace fsfind::record::instrumented

using namespace fsfind::record::instrumented;

FSFIND_STANDS_FOR(int, sigaction,
                  (int signal, const struct sigaction *action, struct sigaction *before)) {
  return setAction(signal, action, before);
}

FSFIND_STANDS_FOR(sighandler_t, signal, (int signal, sighandler_t handler)) {
  struct sigaction action{}, before{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return setAction(signal, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

FSFIND_STANDS_FOR(int, pthread_setcanceltype, (int type, int *before)) {
  static constinit Real<int(int, int *)> real("pthread_setcanceltype");
  if (!self.takes_part || (type != PTHREAD_CANCEL_ASYNCHRONOUS && type != PTHREAD_CANCEL_DEFERRED))
    return real.get()(type, before);
  if (before != nullptr)
    *before = self.cancels ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  self.cancels = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  self.has_news = self.has_news || self.cancels;
  if (self.cancels)
    pthread_testcancel();
  return 0;
}
