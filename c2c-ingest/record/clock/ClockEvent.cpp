// perf_event_open(2), and include/uapi/linux/perf_event.h; which registers a mask names is in
// arch/*/include/uapi/asm/perf_regs.h.

#include "c2c-ingest/record/clock/ClockEvent.h"

#include "c2c-ingest/record/MemoryEvents.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

namespace fsfind::record::clock {

namespace {

#if defined(__aarch64__)
constexpr std::uint64_t kRegisters = (1ULL << 33) - 1; // x0 to x29, lr, sp, pc
#elif defined(__x86_64__)
constexpr std::uint64_t kFirstTen = 0x3ff;        // ax bx cx dx si di bp sp ip flags
constexpr std::uint64_t kR8ToR15 = 0xffULL << 16; // behind the segments, which nobody needs
constexpr std::uint64_t kRegisters = kFirstTen | kR8ToR15;
#else
constexpr std::uint64_t kRegisters = 0; // the kernel refuses an event that asks for none
#endif

constexpr std::uint64_t kFields = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
                                  PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
                                  PERF_SAMPLE_REGS_USER;

/// The next older form of the event; false if there is none.
bool simplify(perf_event_attr &event) {
  if (event.build_id) {
    event.build_id = 0;
    return true;
  }
  const bool clock = event.use_clockid;
  event.use_clockid = 0;
  event.clockid = 0;
  return clock;
}

} // namespace

int openByKernel(perf_event_attr &event, pid_t thread, int cpu, unsigned long flags) {
  return static_cast<int>(syscall(SYS_perf_event_open, &event, thread, cpu, -1, flags));
}

perf_event_attr clockEvent(const ClockSampling &sampling, Start start) {
  perf_event_attr event{};
  event.type = PERF_TYPE_SOFTWARE;
  event.size = sizeof(event);
  event.config = PERF_COUNT_SW_CPU_CLOCK;
  event.freq = 1;
  event.sample_freq = sampling.frequency;
  event.sample_type = kFields;
  event.sample_regs_user = kRegisters;
  event.read_format = PERF_FORMAT_ID;
  event.disabled = 1;
  event.enable_on_exec = start == Start::AtExec;
  event.inherit = 1;
  event.exclude_kernel = 1;
  event.exclude_hv = 1;
  event.mmap = 1;
  event.mmap_data = 1;
  event.mmap2 = 1;
  event.build_id = 1;
  event.comm = 1;
  event.comm_exec = 1;
  event.task = 1;
  event.context_switch = 1;
  event.sample_id_all = 1;
  event.use_clockid = 1;
  event.clockid = CLOCK_MONOTONIC;
  return event;
}

Descriptor openClock(perf_event_attr &event, pid_t thread, int cpu, const OpenEvent &open) {
  for (;;) {
    const int number = open(event, thread, cpu, PERF_FLAG_FD_CLOEXEC);
    if (number >= 0 || errno != EINVAL || !simplify(event))
      return Descriptor(number);
  }
}

Error cannotOpen(int error, bool all_cpus, const Host &host) {
  constexpr const char *kCall = "perf_event_open";
  constexpr const char *kSimulate = "have a command simulated: --engine=simulate";
  const int level = paranoidLevel(host), needed = all_cpus ? 0 : 2;
  if ((error == EACCES || error == EPERM) && level > needed && !host.superuser)
    return paranoidError(level, needed,
                         all_cpus ? "sampling all CPUs" : "sampling your own programs");
  switch (error) {
  case EACCES:
    return {kCall,
            {},
            "the process is another user's, or may not be traced",
            "sample it as its user, as root or with CAP_PERFMON"};
  case EPERM:
    return {kCall,
            {},
            "is forbidden by a seccomp filter, as containers have one",
            "start the container with --cap-add PERFMON, or with a seccomp profile that allows "
            "perf_event_open"};
  case ENOSYS:
    return {kCall, {}, "this kernel or sandbox does not have it", kSimulate};
  case ESRCH:
    return {kCall, {}, "the process has ended", "name one that runs"};
  case EMFILE:
  case ENFILE:
    return {kCall,
            {},
            "one descriptor for each thread and CPU is too many",
            "raise the limit (ulimit -n), or record with -a"};
  default:
    return {kCall, {}, std::strerror(error), kSimulate};
  }
}

} // namespace fsfind::record::clock
