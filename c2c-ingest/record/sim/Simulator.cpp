#include "c2c-ingest/record/sim/Simulator.h"

#include <algorithm>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

namespace fsfind::record::sim {
namespace {

constexpr std::uint64_t kLargestError = 4095;
constexpr std::size_t kLongestName = 4096; // bytes read at most; prctl(2) truncates the name

bool isExec(GuestCall call) {
  return call == GuestCall::Exec || call == GuestCall::ExecAt;
}

bool failed(std::uint64_t result) {
  return result >= ~kLargestError + 1;
}

} // namespace

Simulator::Simulator(const Options &options, GuestCallTable calls)
    : options_(options), calls_(calls), lock_step_(options.quantum, options.seed),
      time_(options.cpus, options.clock), slices_(options.quantum, options.seed),
      follower_(
          Follower::Order(options.quantum, options.seed, pool_),
          [this](Follower::Order &order, const Follower::Window &window) { play(order, window); },
          [this] { windows_->closeIfIdle(); }),
      model_(options), turns_(options.quantum, options.seed), sampler_(options),
      stream_(options_, static_cast<int>(options.descriptor)),
      granted_stores_(options.store_period, options.seed), no_grants_(options.line),
      allocations_(options.window != 0) {
  if (options.window != 0)
    windows_.emplace(options, time_, follower_, pool_,
                     [this](std::uint64_t address) { return memory_.words(address, 1); });
  no_log_.grants = &no_grants_;
  logs_.fill(&no_log_);
}

void Simulator::start(QemuCommand command, std::uint64_t guest_base) {
  stream_.file().endWithRecorder();
  pid_ = static_cast<std::uint32_t>(getpid());
  parent_pid_ = static_cast<std::uint32_t>(getppid());
  memory_ = GuestMemory(guest_base);
  maps_.setGuestBase(guest_base);
  name_ = command.program().substr(command.program().rfind('/') + 1);
  exec_.emplace(std::move(command), memory_, elfMachineOf(calls_));
}

Simulator::GuestThread *Simulator::present(std::uint32_t vcpu) {
  if (!windows_)
    return threadWithTurn(vcpu);
  if (vcpu >= kMaxVcpus)
    return nullptr;
  return threads_[vcpu] == nullptr ? arrive(vcpu) : threads_[vcpu];
}

/// Registers a thread at its first callback, and waits for its turn.
Simulator::GuestThread *Simulator::arrive(std::uint32_t vcpu) {
  auto owned = std::make_unique<GuestThread>();
  GuestThread *thread = owned.get();
  thread->tid = static_cast<std::uint32_t>(gettid());
  thread->vcpu = vcpu;
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    first = next_thread_++ == 0;
    thread->cpu = (arena_.exists() ? arena_.countThread() : next_thread_ - 1) % options_.cpus;
    thread->exit_word = std::exchange(next_exit_word_, 0);
    all_threads_.push_back(std::move(owned));
  }
  threads_[vcpu] = thread;
  if (windows_) {
    thread->log.grants = &model_.grants(thread->cpu);
    thread->log.stores = storesUntilSample();
    thread->log.recent = RecentLines(options_.line);
    windows_->enter(*thread);
    logs_[vcpu] = &thread->log;
  } else {
    lock_step_.enter(*thread);
  }
  const LockStep::Busy busy(*thread);
  if (first) {
    born_ = time_.now();
    stream_.comm(now(*thread), name_, true);
  } else {
    stream_.fork(now(*thread), pid_, pid_);
  }
  return thread;
}

/// Writes buffered records out if no thread is left to run: an idle process may be killed.
void Simulator::leave(GuestThread &thread, std::uint64_t arrivals) {
  if (windows_)
    return; // each call lets the others go on
  if (!lock_step_.leave(thread, arrivals))
    return stream_.flushNowAndThen();
  if (!forks_)
    turns_.leave();
  stream_.flush();
}

void Simulator::call(std::uint32_t vcpu, std::int64_t number, const Arguments &arguments) {
  GuestThread *thread = present(vcpu);
  if (thread == nullptr)
    return;
  thread->call = calls_(number);
  thread->arguments = arguments;
  forks_ = thread->call == GuestCall::Fork ||
           (thread->call == GuestCall::Clone && !clonesThread(arguments[0]));
  if (windows_)
    beginFreeCall(*thread);
  switch (thread->call) {
  case GuestCall::Blocks:
  case GuestCall::Yield:
  case GuestCall::Fork:
  case GuestCall::ExitGroup:
    leave(*thread);
    break;
  case GuestCall::Exit:
    beginExit(*thread);
    break;
  case GuestCall::Exec:
  case GuestCall::ExecAt:
    execute(*thread);
    countNative(1);
    leave(*thread);
    stream_.flush();
    break;
  case GuestCall::Futex:
    thread->arrivals = lock_step_.arrivals();
    if (futexWaits(arguments[1])) {
      thread->waits_at = arguments[0];
      leave(*thread);
    }
    break;
  case GuestCall::Clone:
    thread->arrivals = lock_step_.arrivals();
    if (clonesThread(arguments[0])) {
      next_exit_word_ = arguments[exitWordArgument(calls_)];
      warnOfLostThreads();
    } else {
      leave(*thread);
    }
    break;
  case GuestCall::Close:
    evade(arguments[0], arguments[0]);
    break;
  case GuestCall::DuplicateTo:
    evade(arguments[1], arguments[1]);
    break;
  case GuestCall::CloseRange:
    evade(arguments[0], arguments[1]);
    break;
  case GuestCall::Prctl:
    if (arguments[0] == PR_SET_NAME)
      thread->name_to_be = memory_.text(arguments[1], kLongestName).value_or(std::string());
    break;
  default:
    break;
  }
}

void Simulator::callReturns(std::uint32_t vcpu, std::int64_t signed_result) {
  GuestThread *thread = present(vcpu);
  const auto result = static_cast<std::uint64_t>(signed_result);
  forks_ = false;
  if (thread == nullptr)
    return;
  if (windows_)
    endFreeCall(*thread, signed_result);
  thread->waits_at = 0;
  if (failed(result)) {
    if (isExec(thread->call))
      countNative(-1);
    return;
  }
  const auto &arguments = thread->arguments;
  switch (thread->call) {
  case GuestCall::Clone:
    if (clonesThread(arguments[0]) && !thread->starts.empty())
      stream_.start(now(*thread), static_cast<std::uint32_t>(result),
                    std::exchange(thread->starts, {}));
    if (windows_) {
      const std::lock_guard lock(mutex_);
      exit_words_[result] = arguments[exitWordArgument(calls_)];
    } else if (clonesThread(arguments[0]))
      lock_step_.awaitArrivals(*thread, thread->arrivals + 1);
    break;
  case GuestCall::Futex:
    if (futexWakesOwn(arguments[1]) && result != 0 && !windows_)
      lock_step_.awaitArrivals(*thread, thread->arrivals + result);
    break;
  case GuestCall::Prctl:
    if (arguments[0] == PR_SET_NAME)
      stream_.comm(now(*thread), thread->name_to_be, false);
    break;
  default:
    changeMaps(*thread, result);
  }
}

void Simulator::changeMaps(GuestThread &thread, std::uint64_t result) {
  const auto &arguments = thread.arguments;
  const LockStep::Busy busy(thread);
  const std::lock_guard lock(mutex_);
  memory_.forgetPages();
  if (windows_ && thread.call == GuestCall::Map)
    map_changes_.add({.time = time_.now(), .start = result, .length = arguments[1]});
  switch (thread.call) {
  case GuestCall::Map:
    maps_.forget(result, arguments[1]);
    if ((arguments[3] & MAP_ANONYMOUS) == 0)
      files_.clear();
    break;
  case GuestCall::Unmap:
    maps_.forget(arguments[0], arguments[1]);
    if (!windows_)
      model_.pages().forget(arguments[0], arguments[1]);
    break;
  case GuestCall::Remap:
    maps_.forget(arguments[0], arguments[1]);
    maps_.forget(result, arguments[2]);
    break;
  case GuestCall::Protect:
    maps_.forget(arguments[0], arguments[1]);
    break;
  case GuestCall::Break:
    maps_.setBreak(result);
    break;
  case GuestCall::ShareMemory:
    maps_.forgetAll();
    break;
  default:
    break;
  }
  if (arena_.exists() && changesSharing(thread)) {
    updateSharing();
    if (!windows_)
      useSharing();
  }
}

void Simulator::countNative(int change) {
  const std::lock_guard lock(stream_.mutex());
  stream_.file().countNative(change);
}

/// The guest is about to close these descriptors, which are its own and the simulator's.
void Simulator::evade(std::uint64_t first, std::uint64_t last) {
  const std::lock_guard lock(stream_.mutex());
  stream_.file().evade(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
}

/// Counts the threads that wait for this one to exit: they are to go on at the same simulated time
/// on every host.
void Simulator::beginExit(GuestThread &thread) {
  const LockStep::Busy busy(thread);
  const std::lock_guard lock(mutex_);
  thread.arrivals = lock_step_.arrivals();
  for (const auto &other : all_threads_)
    thread.joiners += thread.exit_word != 0 && other->waits_at == thread.exit_word;
}

void Simulator::threadExits(std::uint32_t vcpu) {
  if (vcpu >= kMaxVcpus || threads_[vcpu] == nullptr)
    return;
  GuestThread &thread = *threads_[vcpu];
  threads_[vcpu] = nullptr;
  logs_[vcpu] = &no_log_;
  if (windows_)
    windows_->exit(thread);
  {
    const LockStep::Busy busy(thread);
    stream_.exit(now(thread), pid_, pid_);
  }
  leave(thread, thread.joiners == 0 ? 0 : thread.arrivals + thread.joiners);
}

} // namespace fsfind::record::sim
