#include "c2c-ingest/record/instrumented/Runtime.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <poll.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>

/// In front of functions of the C library that are system calls: each is told as the one it is. The
/// library's own calls of the kernel are not seen; who sleeps in one is found to sleep.

using namespace fsfind::record::instrumented;

namespace {

/// As the kernel returns it.
template <class Result> std::int64_t resultOf(Result returned) {
  std::int64_t number = 0;
  if constexpr (std::is_pointer_v<Result>)
    number = static_cast<std::int64_t>(word(returned));
  else
    number = static_cast<std::int64_t>(returned);
  return number == -1 ? -errno : number;
}

} // namespace

/// A function whose result is -1 if it failed. `number` and what follows it are those of the system
/// call that it is told as.
#define FSFIND_CALLS(result, name, parameters, arguments, number, ...)                             \
  FSFIND_STANDS_FOR(result, name, parameters) {                                                    \
    static constinit Real<result parameters> real(#name);                                          \
    const Told told(number, {__VA_ARGS__});                                                        \
    const auto returned = real.get() arguments;                                                    \
    told.returned(resultOf(returned));                                                             \
    return returned;                                                                               \
  }

#ifdef __x86_64__
constexpr long kPoll = SYS_poll, kSelect = SYS_select, kEpollWait = SYS_epoll_wait,
               kFork = SYS_fork;
#else
constexpr long kPoll = SYS_ppoll, kSelect = SYS_pselect6, kEpollWait = SYS_epoll_pwait,
               kFork = SYS_clone;
#endif

FSFIND_CALLS(ssize_t, read, (int file, void *to, std::size_t size), (file, to, size), SYS_read)
FSFIND_CALLS(ssize_t, readv, (int file, const iovec *to, int count), (file, to, count), SYS_readv)
FSFIND_CALLS(ssize_t, recv, (int socket, void *to, std::size_t size, int flags),
             (socket, to, size, flags), SYS_recvfrom)
FSFIND_CALLS(ssize_t, recvfrom,
             (int socket, void *to, std::size_t size, int flags, sockaddr *from, socklen_t *length),
             (socket, to, size, flags, from, length), SYS_recvfrom)
FSFIND_CALLS(ssize_t, recvmsg, (int socket, msghdr *message, int flags), (socket, message, flags),
             SYS_recvmsg)
FSFIND_CALLS(int, accept, (int socket, sockaddr *from, socklen_t *length), (socket, from, length),
             SYS_accept)
FSFIND_CALLS(int, accept4, (int socket, sockaddr *from, socklen_t *length, int flags),
             (socket, from, length, flags), SYS_accept4)
FSFIND_CALLS(int, connect, (int socket, const sockaddr *to, socklen_t length), (socket, to, length),
             SYS_connect)
FSFIND_CALLS(int, poll, (pollfd * files, nfds_t count, int timeout), (files, count, timeout), kPoll)
FSFIND_CALLS(int, ppoll,
             (pollfd * files, nfds_t count, const timespec *timeout, const sigset_t *mask),
             (files, count, timeout, mask), SYS_ppoll)
FSFIND_CALLS(int, select, (int count, fd_set *read, fd_set *write, fd_set *other, timeval *timeout),
             (count, read, write, other, timeout), kSelect)
FSFIND_CALLS(int, epoll_wait, (int epoll, epoll_event *events, int count, int timeout),
             (epoll, events, count, timeout), kEpollWait)
FSFIND_CALLS(int, epoll_pwait,
             (int epoll, epoll_event *events, int count, int timeout, const sigset_t *mask),
             (epoll, events, count, timeout, mask), SYS_epoll_pwait)
FSFIND_CALLS(int, nanosleep, (const timespec *time, timespec *left), (time, left), SYS_nanosleep)
FSFIND_CALLS(int, usleep, (useconds_t time), (time), SYS_nanosleep)
FSFIND_CALLS(unsigned, sleep, (unsigned seconds), (seconds), SYS_nanosleep)
FSFIND_CALLS(int, sched_yield, (), (), SYS_sched_yield)
FSFIND_CALLS(pid_t, wait, (int *status), (status), SYS_wait4)
FSFIND_CALLS(pid_t, waitpid, (pid_t pid, int *status, int options), (pid, status, options),
             SYS_wait4)
FSFIND_CALLS(int, sigsuspend, (const sigset_t *mask), (mask), SYS_rt_sigsuspend)

/// Its result is the error.
FSFIND_STANDS_FOR(int, clock_nanosleep,
                  (clockid_t clock, int flags, const timespec *time, timespec *left)) {
  static constinit Real<int(clockid_t, int, const timespec *, timespec *)> real("clock_nanosleep");
  const Told told(SYS_clock_nanosleep, {});
  const int error = real.get()(clock, flags, time, left);
  told.returned(-error);
  return error;
}

// Memory.

FSFIND_CALLS(void *, mmap,
             (void *address, std::size_t size, int protection, int flags, int file, off_t offset),
             (address, size, protection, flags, file, offset), SYS_mmap, word(address), size,
             static_cast<std::uint64_t>(protection), static_cast<std::uint64_t>(flags))
FSFIND_CALLS(void *, mmap64,
             (void *address, std::size_t size, int protection, int flags, int file, off_t offset),
             (address, size, protection, flags, file, offset), SYS_mmap, word(address), size,
             static_cast<std::uint64_t>(protection), static_cast<std::uint64_t>(flags))
FSFIND_CALLS(int, munmap, (void *address, std::size_t size), (address, size), SYS_munmap,
             word(address), size)
FSFIND_CALLS(int, mprotect, (void *address, std::size_t size, int protection),
             (address, size, protection), SYS_mprotect, word(address), size)
FSFIND_CALLS(void *, shmat, (int segment, const void *address, int flags),
             (segment, address, flags), SYS_shmat)
FSFIND_CALLS(int, shmdt, (const void *address), (address), SYS_shmdt)

FSFIND_STANDS_FOR(void *, mremap,
                  (void *address, std::size_t size, std::size_t new_size, int flags, ...)) {
  static constinit Real<void *(void *, std::size_t, std::size_t, int, ...)> real("mremap");
  va_list rest;
  va_start(rest, flags);
  void *to = (flags & MREMAP_FIXED) != 0 ? va_arg(rest, void *) : nullptr;
  va_end(rest);
  const Told told(SYS_mremap,
                  {word(address), size, new_size, static_cast<std::uint64_t>(flags), word(to)});
  void *result = real.get()(address, size, new_size, flags, to);
  told.returned(resultOf(result));
  return result;
}

/// The loader unmaps libraries: nothing that is known of mappings holds then. What it maps is new.
/// (Who stands in front of dlopen is its caller, whose run path is then searched.)

FSFIND_CALLS(int, dlclose, (void *library), (library), SYS_shmdt)

// Processes.

// The child of vfork runs in the memory of its parent until it executes a program, or exits: what
// it does is taken for its parent's, but for these two (Told, end).

FSFIND_CALLS(pid_t, fork, (), (), kFork)
FSFIND_CALLS(int, execve, (const char *path, char *const *arguments, char *const *environment),
             (path, arguments, environment), SYS_execve)
FSFIND_CALLS(int, execv, (const char *path, char *const *arguments), (path, arguments), SYS_execve)
FSFIND_CALLS(int, execvp, (const char *file, char *const *arguments), (file, arguments), SYS_execve)
FSFIND_CALLS(int, execvpe, (const char *file, char *const *arguments, char *const *environment),
             (file, arguments, environment), SYS_execve)
FSFIND_CALLS(int, fexecve, (int file, char *const *arguments, char *const *environment),
             (file, arguments, environment), SYS_execve)

FSFIND_STANDS_FOR(void, _exit, (int status)) {
  static constinit Real<void(int)> real("_exit");
  end();
  real.get()(status);
  __builtin_trap();
}
FSFIND_STANDS_FOR(void, abort, ()) {
  static constinit Real<void()> real("abort");
  end();
  real.get()();
  __builtin_trap();
}
FSFIND_STANDS_FOR(void, _Exit, (int status)) {
  fsfind__exit(status);
}

namespace {

constinit Real<long(long, long, long, long, long, long, long)> real_syscall("syscall");

/// Whether a call of the kernel forks, which the C library does not notice then.
bool forks(long number, long flags) {
#ifdef SYS_fork
  if (number == SYS_fork)
    return true;
#endif
  return number == SYS_clone && (flags & CLONE_VM) == 0;
}

template <class Fork> auto toldFork(const Fork &fork) {
  if (!self.listens)
    return fork();
  beforeFork();
  const auto child = fork();
  child == 0 ? afterForkInChild() : afterForkInParent();
  return child;
}

} // namespace

/// Does as fork(2) without its handlers.
FSFIND_STANDS_FOR(pid_t, _Fork, ()) {
  static constinit Real<pid_t()> real("_Fork");
  return toldFork([] { return real.get()(); });
}

/// Variadic in the header only: the kernel takes six arguments at most.
FSFIND_STANDS_FOR(long, syscall,
                  (long number, long first, long second, long third, long fourth, long fifth,
                   long sixth)) {
  const auto value = [](long argument) { return static_cast<std::uint64_t>(argument); };
  const auto call = [=] {
    return real_syscall.get()(number, first, second, third, fourth, fifth, sixth);
  };
  if (forks(number, first))
    return toldFork(call);
  const Told told(number, {value(first), value(second), value(third), value(fourth), value(fifth)});
  const long result = call();
  told.returned(resultOf(result));
  return result;
}

FSFIND_STANDS_FOR(int, pthread_setname_np, (pthread_t thread, const char *name)) {
  static constinit Real<int(pthread_t, const char *)> real("pthread_setname_np");
  if (!pthread_equal(thread, pthread_self()))
    return real.get()(thread, name);
  const Told told(SYS_prctl, {PR_SET_NAME, word(name)});
  const int error = real.get()(thread, name);
  told.returned(-error);
  return error;
}

namespace fsfind::record::instrumented {

long toldFutex(std::atomic<std::uint32_t> &futex, int operation, std::uint32_t value,
               const timespec *timeout) {
  const long result =
      fsfind_syscall(SYS_futex, static_cast<long>(word(&futex)), operation,
                     static_cast<long>(value), static_cast<long>(word(timeout)), 0, 0);
  return result == -1 ? -errno : result;
}

} // namespace fsfind::record::instrumented

FSFIND_OWN_CALL(ssize_t, read, (int file, void *to, std::size_t size), (file, to, size))
FSFIND_OWN_CALL(int, nanosleep, (const timespec *time, timespec *left), (time, left))
FSFIND_OWN_CALL(int, poll, (pollfd * files, nfds_t count, int timeout), (files, count, timeout))
FSFIND_OWN_CALL(int, munmap, (void *address, std::size_t size), (address, size))
FSFIND_OWN_CALL(void *, mmap,
                (void *address, std::size_t size, int protection, int flags, int file,
                 off_t offset),
                (address, size, protection, flags, file, offset))
FSFIND_OWN_CALL(int, sched_yield, (), ())
FSFIND_OWN_CALL(long, syscall,
                (long number, long first, long second, long third, long fourth, long fifth,
                 long sixth),
                (number, first, second, third, fourth, fifth, sixth))
