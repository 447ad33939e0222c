#pragma once

#include "c2c-ingest/record/sim/Simulator.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <pthread.h>
#include <sys/syscall.h>

/// The run-time library of programs built with -fsanitize=thread, in place of the sanitizer's own:
/// it records instead of looking for races.
///
///     counters[i].hits++;     the compiler makes of this   __tsan_read8(&counters[i].hits);
///                                                          __tsan_write8(&counters[i].hits);
///
/// and of atomics calls that the library carries out. So each access of instrumented code is a call
/// here (Accesses.cpp), which the simulator is told of as QEMU's plugin tells it of a guest's; the
/// program itself runs natively, its threads at the same time. What else the simulator has to know
/// are calls of the C library, in front of which functions of the same names stand (Threads.cpp,
/// Locks.cpp, Calls.cpp, and the shims of record/sim for memory): each is told as the system call
/// that does the like. Code that was not built so, the C library's for one, is not seen.
///
/// There is no count of instructions: an access stands for kInstructions of them.
namespace fsfind::record::instrumented {

using sim::LoggedAccess;
using sim::Simulator;

/// As sim::guestCallsOf knows it.
#if defined(__x86_64__)
inline constexpr const char *kTarget = "x86_64";
#else
inline constexpr const char *kTarget = "aarch64";
#endif

/// About what compilers make of code between two accesses that they instrument: 2 to 14, by the
/// program. The lengths of code between calls that follow each other tell little more: in loops
/// most of them lead back.
inline constexpr std::uint64_t kInstructions = 6;

/// What the calling thread is to the simulator. `listens`: it takes part, and is not in a function
/// of the simulator, whose accesses and calls are none of the program's.
struct Self {
  sim::AccessLog *log = nullptr; ///< its, if it takes part
  std::uint32_t vcpu = 0;
  bool takes_part = false, listens = false;
  int *error = nullptr; ///< its errno, if it takes part
  /// A signal came while it did not listen, or it `cancels`: it may be cancelled at any moment.
  bool has_news = false, cancels = false;
  bool interrupted = false; ///< a handler has run without which calls go on (SA_RESTART)
};
extern constinit thread_local Self self __attribute__((tls_model("initial-exec")));

/// Made when the first instrumented module is initialised; never deleted, as threads use it until
/// the process ends.
extern constinit Simulator *simulator;

/// To be called when the thread listens again and has_news: handles the signals that were kept, or
/// ends. From now on the thread keeps signals; it does not any more.
void takeNews();
void keepSignals();
void keepNoSignals();

/// While one exists, the thread is within the simulator. The program's errno stays as it is, and
/// the thread cannot be cancelled.
class Inside {
public:
  Inside() : listened_(self.listens), error_(errno) {
    self.listens = false;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancels_);
  }
  ~Inside() noexcept(false) { // a thread that is cancelled unwinds
    pthread_setcancelstate(cancels_, nullptr);
    self.listens = listened_;
    errno = error_;
    if (listened_ && self.has_news)
      takeNews();
  }
  Inside(const Inside &) = delete;
  Inside &operator=(const Inside &) = delete;

private:
  bool listened_;
  int error_, cancels_ = PTHREAD_CANCEL_ENABLE;
};

enum Kind : unsigned {
  kLoads = LoggedAccess::Load,
  kStores = LoggedAccess::Store,
  kChanges = kLoads | kStores, ///< atomically
};

/// Where a function of the library returns to.
#define FSFIND_CALLER (reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)))

/// The instruction that called a function which returns there: a sample lies at it, as what follows
/// may be of another line of the source. Of a call by a register, which compilers do not make here,
/// its last byte.
inline std::uintptr_t callBefore(std::uintptr_t returns) {
#ifdef __x86_64__
  constexpr unsigned char kDirect = 0xe8, kIndirect = 0xff, kByTable = 0x15;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): code, which was just executed
  const auto *end = reinterpret_cast<const unsigned char *>(returns);
  if (end[-5] == kDirect)
    return returns - 5;
  return returns - (end[-6] == kIndirect && end[-5] == kByTable ? 6 : 1);
#else
  return returns - 4;
#endif
}

/// Handlers run as soon as the thread listens, and before that keep what comes: in this order.
inline void listenAgain() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  self.listens = true;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (self.has_news)
    takeNews();
}

/// What is left of an access that is to be noted, or at which the thread `pauses`: then it listens
/// again. `what`: the kind, and the binary logarithm of the size.
void accessSlowly(const volatile void *address, unsigned what, std::uintptr_t caller, bool pauses);

/// An access of 1 << `size_shift` bytes, told by a call that returns to `caller`. Of most of them
/// nothing has to be saved, not even a register.
inline void access(const volatile void *address, unsigned kind, unsigned size_shift,
                   std::uintptr_t caller) {
  if (!self.listens)
    return;
  self.listens = false;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  sim::AccessLog &log = *self.log;
  if (!log.runs(kInstructions))
    return accessSlowly(address, kind | size_shift, caller, true);
  if (!log.passes(reinterpret_cast<std::uintptr_t>(address), kind, size_shift))
    return accessSlowly(address, kind | size_shift, caller, false);
  listenAgain();
}

/// An access to so many bytes, in parts that a processor would access at a time.
inline void accessRange(const volatile void *address, std::size_t size, unsigned kind,
                        std::uintptr_t caller) {
  constexpr std::size_t kPart = 64;
  if (!self.listens)
    return;
  auto place = reinterpret_cast<std::uintptr_t>(address);
  while (size != 0) {
    const std::size_t part = std::bit_floor(std::min(size, kPart - place % kPart));
    // NOLINTNEXTLINE(performance-no-int-to-ptr): within the caller's memory
    access(reinterpret_cast<const void *>(place), kind,
           static_cast<unsigned>(std::countr_zero(part)), caller);
    place += part;
    size -= part;
  }
}

/// False in the child of vfork, which has its parent's memory.
bool isRecorded();

/// A call of the program's that the simulator is told of as a system call of that number.
class Told {
public:
  Told(long number, const Simulator::Arguments &arguments)
      : told_(self.listens && (number != SYS_execve || isRecorded())) {
    if (!told_)
      return;
    const Inside inside;
    simulator->call(self.vcpu, number, arguments);
  }
  /// It has returned that: as system calls do, an error as its negative number.
  void returned(std::int64_t result) const {
    if (!told_)
      return;
    const Inside inside;
    simulator->callReturns(self.vcpu, result);
  }

private:
  bool told_;
};

template <class Pointer> std::uint64_t word(Pointer *pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

/// The calling thread takes part from now on, if there is a number left for it. It does not any
/// more.
void join();
void leave();
/// It does so when it has ended, after so many rounds of destructors.
void leaveWithThread(std::uintptr_t rounds);
/// The process is about to end.
void end();
/// Around what forks a process; without them its child cannot record.
void beforeFork();
void afterForkInParent();
void afterForkInChild();

/// The function of that name, and version if it is not null, that the program would call without
/// this library; null if there is none.
void *find(const char *name, const char *version);

/// The C library's function that one here stands in front of, looked up when it is first called.
template <class Function> class Real {
public:
  constexpr explicit Real(const char *name, const char *version = nullptr)
      : name_(name), version_(version) {}
  Function *get() {
    Function *known = function_.load(std::memory_order_relaxed);
    if (known == nullptr) {
      known = reinterpret_cast<Function *>(find(name_, version_));
      function_.store(known, std::memory_order_relaxed);
    }
    return known;
  }

private:
  const char *name_, *version_;
  std::atomic<Function *> function_{nullptr};
};

} // namespace fsfind::record::instrumented

#define FSFIND_EXPORTED extern "C" __attribute__((visibility("default")))
/// What this library's own calls of that function come to, by the linker's --wrap: the C library's,
/// whatever stands in front of it in the program.
#define FSFIND_OWN extern "C" __attribute__((visibility("hidden")))
#define FSFIND_OWN_CALL(result, name, parameters, arguments, ...)                                  \
  FSFIND_OWN result __wrap_##name parameters {                                                     \
    static constinit fsfind::record::instrumented::Real<result parameters> real(                   \
        #name __VA_OPT__(, ) __VA_ARGS__);                                                         \
    return real.get() arguments;                                                                   \
  }
/// A function that stands in front of the C library's of that name. It has the name for the linker
/// only: headers declare it with attributes that would have to be repeated.
#define FSFIND_STANDS_FOR(result, name, parameters)                                                \
  FSFIND_EXPORTED result fsfind_##name parameters __asm__(#name);                                  \
  result fsfind_##name parameters
