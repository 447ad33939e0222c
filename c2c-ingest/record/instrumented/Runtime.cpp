#include "c2c-ingest/record/instrumented/Runtime.h"

#include "c2c-ingest/record/instrumented/OwnHeap.h"
#include "c2c-ingest/record/layout/InstrumentedRun.h"
#include "c2c-ingest/record/sim/ShimCalls.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace fsfind::record::instrumented {

constinit thread_local Self self;
constinit Simulator *simulator = nullptr;

namespace {

/// Numbers of threads that have ended are given again.
class Numbers {
public:
  std::uint32_t take() {
    const std::lock_guard lock(mutex_);
    ++taken_;
    if (free_.empty())
      return next_++;
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
  }
  /// True if none is taken any more.
  bool giveBack(std::uint32_t number) {
    const std::lock_guard lock(mutex_);
    free_.push_back(number);
    return --taken_ == 0;
  }
  /// Only one thread is left.
  void forgetOthers(std::uint32_t own) {
    free_.clear();
    next_ = own + 1;
    taken_ = 1;
  }

private:
  std::mutex mutex_;
  std::vector<std::uint32_t> free_;
  std::uint32_t next_ = 0, taken_ = 0;
};

constinit Numbers *numbers = nullptr;
constinit bool tells_of_blocks = true;
constinit pid_t own_pid = 0;

/// Times of a program go on where those of the program that executed it ended: simulated time is
/// never ahead of the host's.
std::uint64_t passedSince(const char *begin) {
  const std::uint64_t now = clockOfRun();
  const std::uint64_t began = begin == nullptr ? now : std::strtoull(begin, nullptr, 10);
  return now > began ? now - began : 0;
}

/// Options apart by newlines, which no path of a recording has.
bool read(std::string_view text, sim::Options &options) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!sim::setOption(options, text.substr(0, end)))
      return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return sim::problemWith(options).empty();
}

std::string nameOfProgram() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  const std::string_view whole(path, length < 0 ? 0 : static_cast<std::size_t>(length));
  return std::string(whole.substr(whole.rfind('/') + 1));
}

void begin() {
  const Inside inside;
  const char *text = std::getenv(kRunOptions);
  sim::Options options;
  if (text == nullptr)
    return;
  if (!read(text, options)) {
    std::fprintf(stderr, "fsfind: %s is not what this fsfind sets: nothing is recorded\n",
                 kRunOptions);
    return;
  }
  tells_of_blocks = options.allocations != 0;
  options.clock = passedSince(std::getenv(kRunBegan));
  auto made = std::make_unique<Simulator>(options, sim::guestCallsOf(kTarget));
  if (!made->problem().empty()) {
    std::fprintf(stderr, "fsfind: %s\n", made->problem().c_str());
    return;
  }
  own_pid = getpid();
  made->countByCode();
  numbers = new Numbers;
  made->start(nameOfProgram(), 0);
  made->stackIsAt(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  simulator = made.release();
  pthread_atfork(beforeFork, afterForkInParent, afterForkInChild);
}

} // namespace

void join() {
  if (simulator == nullptr)
    return;
  const Inside inside;
  self.vcpu = numbers->take();
  self.takes_part = self.vcpu < Simulator::kMaxVcpus;
  self.error = &errno;
  keepSignals();
  if (self.takes_part)
    simulator->run(self.vcpu, 0);
  self.log = &simulator->log(self.vcpu);
}

namespace {

/// The calling thread's part of the simulation goes on with the next turn, or waits for others.
void pauseAt(std::uint32_t vcpu) {
  if (!self.log->mayWait(kInstructions))
    return simulator->pause(vcpu, kInstructions);
  const Inside inside;
  simulator->pause(vcpu, kInstructions);
}

} // namespace

void accessSlowly(const volatile void *address, unsigned what, std::uintptr_t caller, bool pauses) {
  constexpr unsigned kShift = 7;
  const int error = *self.error;
  const std::uint32_t vcpu = self.vcpu;
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  const unsigned kind = what & ~kShift, size_shift = what & kShift;
  if (pauses)
    pauseAt(vcpu);
  if (!pauses || !self.log->passes(place, kind, size_shift))
    simulator->note(vcpu, {callBefore(caller), 1}, place, kind, size_shift);
  *self.error = error;
  listenAgain();
}

void leave() {
  if (!self.takes_part)
    return;
  self.takes_part = self.listens = false;
  simulator->call(self.vcpu, SYS_exit, {});
  simulator->threadExits(self.vcpu);
  keepNoSignals();
  // A process ends with its last thread, but those of the simulator go on.
  if (numbers->giveBack(self.vcpu))
    std::exit(0);
}

void beforeFork() {
  const Inside inside;
  simulator->beforeFork();
  own_heap.lock();
}

void afterForkInParent() {
  const Inside inside;
  own_heap.unlock();
  simulator->afterForkInParent();
}

void afterForkInChild() {
  const Inside inside;
  own_heap.unlock();
  own_pid = getpid();
  simulator->afterForkInChild();
  numbers->forgetOthers(self.vcpu);
}

bool isRecorded() {
  return getpid() == own_pid;
}

void end() {
  static std::atomic<bool> ended{false};
  if (simulator == nullptr || !isRecorded() || ended.exchange(true))
    return;
  const bool listened = std::exchange(self.listens, false);
  if (listened) // in a call it is known to do nothing more, and what it did last is taken
    simulator->call(self.vcpu, SYS_exit_group, {});
  simulator->processExits(false);
}

void *find(const char *name, const char *version) {
  void *found = version == nullptr ? nullptr : dlvsym(RTLD_NEXT, name, version);
  return found == nullptr ? dlsym(RTLD_NEXT, name) : found;
}

} // namespace fsfind::record::instrumented

using namespace fsfind::record::instrumented;

namespace {

/// The program has instrumented code; this library and the C library are initialised.
constinit bool wanted = false, ready = false;

void beginIfBoth() {
  if (!wanted || !ready || simulator != nullptr)
    return;
  begin();
  if (simulator == nullptr)
    return;
  join();
  leaveWithThread(PTHREAD_DESTRUCTOR_ITERATIONS);
  self.listens = self.takes_part;
}

} // namespace

/// Each instrumented module calls it before its own initialisers: a program before those of all
/// libraries (DT_PREINIT_ARRAY).
FSFIND_EXPORTED void __tsan_init() {
  wanted = true;
  beginIfBoth();
}

__attribute__((constructor)) static void beginWithLibrary() {
  ready = true;
  beginIfBoth();
}

/// What the shims tell.
void fsfindTold(fsfind::record::AllocationEvent event, std::uintptr_t first, std::uintptr_t second,
                std::uintptr_t third) {
  if (!self.listens || !tells_of_blocks)
    return;
  const Inside inside;
  simulator->allocation(self.vcpu, {static_cast<std::uint64_t>(event), first, second, third});
}

/// The library is initialised before the program, and so ends after it.
__attribute__((destructor)) static void endWithProcess() {
  end();
}
