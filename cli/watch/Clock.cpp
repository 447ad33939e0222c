#include "cli/watch/Clock.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <poll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace fsfind::watch {

namespace {

double secondsOf(const timeval &time) {
  constexpr double kMicro = 1e-6;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * kMicro;
}

double cpuOf(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
}

template <class Source> double secondsNow() {
  return std::chrono::duration<double>(Source::now().time_since_epoch()).count();
}

} // namespace

SystemClock::SystemClock(bool keys, bool children) : keys_(keys), children_(children) {
  sigset_t awaited = requests_.signals();
  sigaddset(&awaited, SIGWINCH);
  pthread_sigmask(SIG_BLOCK, &awaited, &before_);
  signals_ = signalfd(-1, &awaited, SFD_CLOEXEC | SFD_NONBLOCK);
}

SystemClock::~SystemClock() {
  if (signals_ >= 0)
    close(signals_);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

double SystemClock::now() {
  return secondsNow<std::chrono::steady_clock>();
}

double SystemClock::unixTime() {
  return secondsNow<std::chrono::system_clock>();
}

double SystemClock::cpuSeconds() {
  return cpuOf(RUSAGE_SELF) + (children_ ? cpuOf(RUSAGE_CHILDREN) : 0);
}

/// In the background keys are for others, and who reads them is stopped (SIGTTIN).
bool SystemClock::hasKeys() const {
  return keys_ && tcgetpgrp(STDIN_FILENO) == getpgrp();
}

/// True if the key ends the watch.
bool SystemClock::readKey() {
  char key = 0;
  if (read(STDIN_FILENO, &key, 1) != 1)
    keys_ = false; // nobody is there any more
  return keys_ && (key == 'q' || key == 'Q');
}

Wake SystemClock::wait(double time) {
  constexpr double kMilli = 1e3, kLongest = 1e6;
  for (;;) {
    const double left = std::ceil(std::clamp((time - now()) * kMilli, 0.0, kLongest));
    std::array<pollfd, 3> sources = {
        {{signals_, POLLIN, 0}, {hasKeys() ? STDIN_FILENO : -1, POLLIN, 0}, {STDOUT_FILENO, 0, 0}}};
    const int ready = poll(sources.data(), sources.size(), static_cast<int>(left));
    signalfd_siginfo signal{};
    if (sources[0].revents != 0 && read(signals_, &signal, sizeof(signal)) == sizeof(signal))
      return signal.ssi_signo == SIGWINCH ? Wake::Redraw : Wake::End;
    if (sources[1].revents != 0 && readKey())
      return Wake::End;
    if (sources[2].revents != 0) // who read the pipe has ended, or the terminal is closed
      return Wake::End;
    if (ready == 0 && now() >= time)
      return Wake::Time;
  }
}

} // namespace fsfind::watch
