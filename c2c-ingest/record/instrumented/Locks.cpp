#include "c2c-ingest/record/instrumented/Locks.h"

#include "c2c-ingest/record/sim/Mixed.h"

#include <cerrno>
#include <climits>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>

/// In front of the C library's locks: what they do to their memory is told as accesses of whoever
/// calls them.

using namespace fsfind::record::instrumented;

namespace fsfind::record::instrumented {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000, kLook = 20'000'000; // ns

constinit Gate gates[4096];

/// ns until then; negative if it has passed.
std::int64_t leftUntil(const Deadline &deadline) {
  constexpr std::int64_t kFar = 1'000'000'000; // seconds
  timespec now{};
  clock_gettime(deadline.clock, &now);
  if (deadline.time->tv_sec - now.tv_sec > kFar)
    return kFar;
  if (deadline.time->tv_sec < now.tv_sec)
    return -1;
  return (deadline.time->tv_sec - now.tv_sec) * kSecond + deadline.time->tv_nsec - now.tv_nsec;
}

} // namespace

Gate &Gate::of(const volatile void *object) {
  return gates[sim::mixed(word(object)) % std::size(gates)];
}

Gate::End Gate::wait(std::uint32_t seen, const Deadline &deadline) {
  const std::int64_t left = deadline.time == nullptr ? kLook : leftUntil(deadline);
  if (left <= 0)
    return End::TimedOut;
  timespec timeout{};
  timeout.tv_nsec = std::min(left, kLook);
  const long result = toldFutex(opened_, FUTEX_WAIT_PRIVATE, seen, &timeout);
  if (opened_.load() != seen)
    return End::Opened;
  return result == -EINTR ? End::Interrupted : End::Looked;
}

void Gate::wake(int threads) {
  toldFutex(opened_, FUTEX_WAKE_PRIVATE, static_cast<std::uint32_t>(threads), nullptr);
}

void Gate::openAll() {
  for (Gate &gate : gates)
    gate.open(INT_MAX);
}

} // namespace fsfind::record::instrumented

namespace {

template <class Lock> void touch(Lock *lock, unsigned kind, std::uintptr_t caller) {
  access(lock, kind, 2, caller);
}

/// Tries until something else than EBUSY comes of it, which it returns.
template <class Lock, class Attempt>
int acquire(Lock *lock, const Attempt &attempt, std::uintptr_t caller,
            const Deadline &deadline = {}, bool interruptible = false) {
  const auto tried = [&] {
    const int result = attempt();
    touch(lock, kChanges, caller);
    return result;
  };
  int result = tried();
  if (result != EBUSY)
    return result;
  const int error = errno;
  Gate &gate = Gate::of(lock);
  for (;;) {
    const std::uint32_t seen = gate.come();
    self.interrupted = false;
    result = tried();
    Gate::End end = Gate::End::Opened;
    if (result == EBUSY)
      end = gate.wait(seen, deadline);
    gate.go();
    if (interruptible)
      pthread_testcancel();
    if (result == EBUSY && end == Gate::End::TimedOut)
      result = ETIMEDOUT;
    else if (result == EBUSY && interruptible && self.interrupted)
      result = EINTR;
    if (result != EBUSY) {
      errno = error;
      return result;
    }
  }
}

// Of glibc (nptl/pthreadP.h): kinds of mutexes, and what threads of other processes wait for, too.
constexpr int kKinds = 0x7f, kSharedMutex = 0x80;
constexpr unsigned kSharedCondition = 1, kMonotonicCondition = 2;

/// Neither robust, nor one that inherits priorities, nor one that tells of deadlocks.
bool isUsual(const pthread_mutex_t *mutex) {
  const int kind = mutex->__data.__kind;
  return (kind & kSharedMutex) == 0 &&
         ((kind & kKinds) == PTHREAD_MUTEX_NORMAL || (kind & kKinds) == PTHREAD_MUTEX_RECURSIVE ||
          (kind & kKinds) == PTHREAD_MUTEX_ADAPTIVE_NP);
}

constinit Real<int(pthread_mutex_t *)> mutex_lock("pthread_mutex_lock"),
    mutex_trylock("pthread_mutex_trylock"), mutex_unlock("pthread_mutex_unlock");

/// A wait in the C library for something at that address.
template <class Wait> int toldWait(const volatile void *address, const Wait &wait) {
  const Told told(SYS_futex, {word(address), FUTEX_LOCK_PI, 0, 0, 0});
  const int result = wait();
  told.returned(0);
  return result;
}

/// One that the C library takes; it answers others with EINVAL.
bool isValid(const timespec *until, clockid_t clock = CLOCK_REALTIME) {
  return (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC) && until != nullptr &&
         until->tv_sec >= 0 && until->tv_nsec >= 0 && until->tv_nsec < kSecond;
}

int lock(pthread_mutex_t *mutex, std::uintptr_t caller, const Deadline &deadline = {}) {
  return acquire(mutex, [mutex] { return mutex_trylock.get()(mutex); }, caller, deadline);
}

int unlock(pthread_mutex_t *mutex, std::uintptr_t caller) {
  touch(mutex, kChanges, caller);
  const int result = mutex_unlock.get()(mutex);
  Gate::of(mutex).open(1);
  return result;
}

} // namespace

FSFIND_STANDS_FOR(int, pthread_mutex_lock, (pthread_mutex_t * mutex)) {
  if (!self.listens)
    return mutex_lock.get()(mutex);
  if (isUsual(mutex))
    return lock(mutex, FSFIND_CALLER);
  const int result = toldWait(mutex, [mutex] { return mutex_lock.get()(mutex); });
  touch(mutex, kChanges, FSFIND_CALLER);
  return result;
}

/// A function that does not wait.
#define FSFIND_TRIES(name, Lock)                                                                   \
  FSFIND_STANDS_FOR(int, name, (Lock * lock)) {                                                    \
    static constinit Real<int(Lock *)> real(#name);                                                \
    const int result = real.get()(lock);                                                           \
    touch(lock, kChanges, FSFIND_CALLER);                                                          \
    return result;                                                                                 \
  }
FSFIND_TRIES(pthread_mutex_trylock, pthread_mutex_t)
FSFIND_TRIES(pthread_rwlock_tryrdlock, pthread_rwlock_t)
FSFIND_TRIES(pthread_rwlock_trywrlock, pthread_rwlock_t)
FSFIND_TRIES(pthread_spin_trylock, pthread_spinlock_t)

FSFIND_STANDS_FOR(int, pthread_mutex_timedlock, (pthread_mutex_t * mutex, const timespec *until)) {
  static constinit Real<int(pthread_mutex_t *, const timespec *)> real("pthread_mutex_timedlock");
  if (!self.listens || !isUsual(mutex) || !isValid(until))
    return real.get()(mutex, until);
  return lock(mutex, FSFIND_CALLER, {until, CLOCK_REALTIME});
}

FSFIND_STANDS_FOR(int, pthread_mutex_clocklock,
                  (pthread_mutex_t * mutex, clockid_t clock, const timespec *until)) {
  static constinit Real<int(pthread_mutex_t *, clockid_t, const timespec *)> real(
      "pthread_mutex_clocklock");
  if (!self.listens || !isUsual(mutex) || !isValid(until, clock))
    return real.get()(mutex, clock, until);
  return lock(mutex, FSFIND_CALLER, {until, clock});
}

FSFIND_STANDS_FOR(int, pthread_mutex_unlock, (pthread_mutex_t * mutex)) {
  return unlock(mutex, FSFIND_CALLER);
}

namespace {

using TimedLock = int(pthread_rwlock_t *, const timespec *);

/// Waits for a lock by the function that waits until a time, here one that has passed: that tells
/// of deadlocks, as the one that only tries does not.
int lock(pthread_rwlock_t *lock, TimedLock *timed, std::uintptr_t caller) {
  return acquire(
      lock,
      [lock, timed] {
        const timespec past{};
        const int result = timed(lock, &past);
        return result == ETIMEDOUT ? EBUSY : result;
      },
      caller);
}

} // namespace

#define FSFIND_WAITS(name, timed_name)                                                             \
  FSFIND_STANDS_FOR(int, name, (pthread_rwlock_t * rwlock)) {                                      \
    static constinit Real<int(pthread_rwlock_t *)> real(#name);                                    \
    static constinit Real<TimedLock> timed(#timed_name);                                           \
    return self.listens ? lock(rwlock, timed.get(), FSFIND_CALLER) : real.get()(rwlock);           \
  }
FSFIND_WAITS(pthread_rwlock_rdlock, pthread_rwlock_timedrdlock)
FSFIND_WAITS(pthread_rwlock_wrlock, pthread_rwlock_timedwrlock)

FSFIND_STANDS_FOR(int, pthread_rwlock_unlock, (pthread_rwlock_t * lock)) {
  static constinit Real<int(pthread_rwlock_t *)> real("pthread_rwlock_unlock");
  touch(lock, kChanges, FSFIND_CALLER);
  const int result = real.get()(lock);
  Gate::of(lock).open(INT_MAX);
  return result;
}

FSFIND_STANDS_FOR(int, pthread_spin_lock, (pthread_spinlock_t * lock)) {
  static constinit Real<int(pthread_spinlock_t *)> real("pthread_spin_lock"),
      tried("pthread_spin_trylock");
  if (!self.listens)
    return real.get()(lock);
  for (;;) {
    const int result = tried.get()(lock);
    touch(lock, kChanges, FSFIND_CALLER);
    if (result != EBUSY)
      return result;
    while (__atomic_load_n(lock, __ATOMIC_RELAXED) == 0) // 0: it is taken
      touch(lock, kLoads, FSFIND_CALLER);
  }
}

FSFIND_STANDS_FOR(int, pthread_spin_unlock, (pthread_spinlock_t * lock)) {
  static constinit Real<int(pthread_spinlock_t *)> real("pthread_spin_unlock");
  touch(lock, kStores, FSFIND_CALLER);
  return real.get()(lock);
}

namespace {

/// Whoever signals opens the gate, and so do those who signal other conditions there: then the wait
/// ends, as it may without a signal.
int waitFor(pthread_cond_t *condition, pthread_mutex_t *mutex, const Deadline &deadline,
            std::uintptr_t caller) {
  const int error = errno;
  touch(condition, kChanges, caller);
  Gate &gate = Gate::of(condition);
  const std::uint32_t seen = gate.come();
  const int unlocked = unlock(mutex, caller);
  Gate::End end = Gate::End::TimedOut;
  if (unlocked == 0)
    do
      end = gate.wait(seen, deadline);
    while (end == Gate::End::Looked);
  gate.go();
  if (unlocked == 0)
    lock(mutex, caller);
  touch(condition, kChanges, caller);
  errno = error;
  pthread_testcancel();
  if (unlocked != 0)
    return unlocked;
  return end == Gate::End::TimedOut ? ETIMEDOUT : 0;
}

bool isOwn(const pthread_cond_t *condition, const pthread_mutex_t *mutex) {
  return self.listens && isUsual(mutex) && (condition->__data.__wrefs & kSharedCondition) == 0;
}

clockid_t clockOf(const pthread_cond_t *condition) {
  return (condition->__data.__wrefs & kMonotonicCondition) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

#ifdef __x86_64__
/// Conditions as they are since then; without a version the loader finds the ones before.
constexpr const char *kConditions = "GLIBC_2.3.2";
#else
constexpr const char *kConditions = nullptr;
#endif

} // namespace

FSFIND_STANDS_FOR(int, pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t *mutex)) {
  static constinit Real<int(pthread_cond_t *, pthread_mutex_t *)> real("pthread_cond_wait",
                                                                       kConditions);
  return isOwn(condition, mutex) ? waitFor(condition, mutex, {}, FSFIND_CALLER)
                                 : real.get()(condition, mutex);
}

FSFIND_STANDS_FOR(int, pthread_cond_timedwait,
                  (pthread_cond_t * condition, pthread_mutex_t *mutex, const timespec *until)) {
  static constinit Real<int(pthread_cond_t *, pthread_mutex_t *, const timespec *)> real(
      "pthread_cond_timedwait", kConditions);
  return isOwn(condition, mutex) && isValid(until)
             ? waitFor(condition, mutex, {until, clockOf(condition)}, FSFIND_CALLER)
             : real.get()(condition, mutex, until);
}

FSFIND_STANDS_FOR(int, pthread_cond_clockwait,
                  (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock,
                   const timespec *until)) {
  static constinit Real<int(pthread_cond_t *, pthread_mutex_t *, clockid_t, const timespec *)> real(
      "pthread_cond_clockwait");
  return isOwn(condition, mutex) && isValid(until, clock)
             ? waitFor(condition, mutex, {until, clock}, FSFIND_CALLER)
             : real.get()(condition, mutex, clock, until);
}

FSFIND_STANDS_FOR(int, pthread_cond_signal, (pthread_cond_t * condition)) {
  static constinit Real<int(pthread_cond_t *)> real("pthread_cond_signal", kConditions);
  touch(condition, kLoads, FSFIND_CALLER);
  Gate::of(condition).open(1);
  return real.get()(condition);
}

FSFIND_STANDS_FOR(int, pthread_cond_broadcast, (pthread_cond_t * condition)) {
  static constinit Real<int(pthread_cond_t *)> real("pthread_cond_broadcast", kConditions);
  touch(condition, kLoads, FSFIND_CALLER);
  Gate::of(condition).open(INT_MAX);
  return real.get()(condition);
}

/// Each that comes may be the last, at whose clock the others go on.
FSFIND_STANDS_FOR(int, pthread_barrier_wait, (pthread_barrier_t * barrier)) {
  static constinit Real<int(pthread_barrier_t *)> real("pthread_barrier_wait");
  touch(barrier, kChanges, FSFIND_CALLER);
  {
    const Told told(SYS_futex, {word(barrier), FUTEX_WAKE, 0, 0, 0});
    told.returned(0);
  }
  return toldWait(barrier, [barrier] { return real.get()(barrier); });
}

namespace {

/// Of glibc (sysdeps/nptl/internaltypes.h, struct new_sem): what threads of other processes wait
/// for, too.
bool isShared(const sem_t *semaphore) {
  constexpr std::size_t kFlag = 2;
  return reinterpret_cast<const int *>(semaphore)[kFlag] != 0;
}

int waitFor(sem_t *semaphore, std::uintptr_t caller, const Deadline &deadline = {}) {
  static constinit Real<int(sem_t *)> tried("sem_trywait");
  const int result = acquire(
      semaphore,
      [semaphore] {
        if (tried.get()(semaphore) == 0)
          return 0;
        return errno == EAGAIN ? EBUSY : errno;
      },
      caller, deadline, true);
  if (result == 0)
    return 0;
  errno = result;
  return -1;
}

} // namespace

FSFIND_STANDS_FOR(int, sem_wait, (sem_t * semaphore)) {
  static constinit Real<int(sem_t *)> real("sem_wait");
  if (!self.listens)
    return real.get()(semaphore);
  if (isShared(semaphore))
    return toldWait(semaphore, [semaphore] { return real.get()(semaphore); });
  return waitFor(semaphore, FSFIND_CALLER);
}

FSFIND_STANDS_FOR(int, sem_timedwait, (sem_t * semaphore, const timespec *until)) {
  static constinit Real<int(sem_t *, const timespec *)> real("sem_timedwait");
  return self.listens && !isShared(semaphore) && isValid(until)
             ? waitFor(semaphore, FSFIND_CALLER, {until, CLOCK_REALTIME})
             : real.get()(semaphore, until);
}

FSFIND_STANDS_FOR(int, sem_clockwait, (sem_t * semaphore, clockid_t clock, const timespec *until)) {
  static constinit Real<int(sem_t *, clockid_t, const timespec *)> real("sem_clockwait");
  return self.listens && !isShared(semaphore) && isValid(until, clock)
             ? waitFor(semaphore, FSFIND_CALLER, {until, clock})
             : real.get()(semaphore, clock, until);
}

FSFIND_STANDS_FOR(int, sem_post, (sem_t * semaphore)) {
  static constinit Real<int(sem_t *)> real("sem_post");
  touch(semaphore, kChanges, FSFIND_CALLER);
  const int result = real.get()(semaphore);
  Gate::of(semaphore).open(1);
  return result;
}

/// Waits that it is to end do not look by themselves.
FSFIND_STANDS_FOR(int, pthread_cancel, (pthread_t thread)) {
  static constinit Real<int(pthread_t)> real("pthread_cancel");
  const int result = real.get()(thread);
  Gate::openAll();
  return result;
}

FSFIND_OWN_CALL(int, pthread_mutex_lock, (pthread_mutex_t * mutex), (mutex))
FSFIND_OWN_CALL(int, pthread_mutex_trylock, (pthread_mutex_t * mutex), (mutex))
FSFIND_OWN_CALL(int, pthread_mutex_unlock, (pthread_mutex_t * mutex), (mutex))
FSFIND_OWN_CALL(int, pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock))
FSFIND_OWN_CALL(int, pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock))
FSFIND_OWN_CALL(int, pthread_rwlock_unlock, (pthread_rwlock_t * lock), (lock))
FSFIND_OWN_CALL(int, pthread_cond_clockwait,
                (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock,
                 const timespec *until),
                (condition, mutex, clock, until))

FSFIND_OWN_CALL(int, pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t *mutex),
                (condition, mutex), kConditions)
FSFIND_OWN_CALL(int, pthread_cond_signal, (pthread_cond_t * condition), (condition), kConditions)
FSFIND_OWN_CALL(int, pthread_cond_broadcast, (pthread_cond_t * condition), (condition), kConditions)
