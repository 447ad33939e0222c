#include "c2c-ingest/record/sim/Simulator.h"

#include <algorithm>
#include <cstdio>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

namespace fsfind::record::sim {
namespace {

constexpr std::uint64_t kStartNs = 1'000'000'000;
constexpr std::uint64_t kLargestError = 4095;
constexpr std::size_t kLongestName = 4096; // bytes read at most; prctl(2) truncates the name

bool isExec(GuestCall call) {
  return call == GuestCall::Exec || call == GuestCall::ExecAt;
}

bool failed(std::uint64_t result) {
  return result >= ~kLargestError + 1;
}

} // namespace

Instant Simulator::now(const GuestThread &thread) const {
  return {pid_, thread.tid, thread.cpu, time()};
}

std::uint64_t Simulator::time() const {
  return kStartNs + options_.clock + instructions_ / options_.cpus;
}

void Simulator::start(QemuCommand command, std::uint64_t guest_base) {
  pid_ = static_cast<std::uint32_t>(getpid());
  parent_pid_ = static_cast<std::uint32_t>(getppid());
  memory_ = GuestMemory(guest_base);
  maps_.setGuestBase(guest_base);
  name_ = command.program().substr(command.program().rfind('/') + 1);
  exec_.emplace(std::move(command), memory_, elfMachineOf(calls_));
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
    first = next_thread_ == 0;
    thread->cpu = next_thread_++ % options_.cpus;
    thread->exit_word = std::exchange(next_exit_word_, 0);
    all_threads_.push_back(std::move(owned));
  }
  threads_[vcpu] = thread;
  lock_step_.enter(*thread);
  const LockStep::Busy busy(*thread);
  if (first)
    stream_.comm(now(*thread), name_, true);
  else
    stream_.fork(now(*thread), pid_, pid_);
  return thread;
}

/// Writes buffered records out if no thread is left to run: an idle process may be killed.
void Simulator::leave(GuestThread &thread, std::uint64_t arrivals) {
  if (lock_step_.leave(thread, arrivals))
    stream_.flush();
  else
    stream_.flushNowAndThen();
}

void Simulator::call(std::uint32_t vcpu, std::int64_t number, const Arguments &arguments) {
  GuestThread *thread = threadWithTurn(vcpu);
  if (thread == nullptr)
    return;
  thread->call = calls_(number);
  thread->arguments = arguments;
  switch (thread->call) {
  case GuestCall::Blocks:
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
  GuestThread *thread = threadWithTurn(vcpu);
  const auto result = static_cast<std::uint64_t>(signed_result);
  if (thread == nullptr)
    return;
  thread->waits_at = 0;
  if (failed(result)) {
    if (isExec(thread->call))
      countNative(-1);
    return;
  }
  const auto &arguments = thread->arguments;
  switch (thread->call) {
  case GuestCall::Clone:
    if (clonesThread(arguments[0]))
      lock_step_.awaitArrivals(*thread, thread->arrivals + 1);
    break;
  case GuestCall::Futex:
    if (futexWakesOwn(arguments[1]) && result != 0)
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
  switch (thread.call) {
  case GuestCall::Map:
    maps_.forget(result, arguments[1]);
    break;
  case GuestCall::Unmap:
    maps_.forget(arguments[0], arguments[1]);
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
}

void Simulator::countNative(int change) {
  const std::lock_guard lock(stream_.mutex());
  stream_.file().countNative(change);
}

/// Replaces the process, if the new program can run under the simulator. Returns if not: then the
/// kernel runs it without simulation, or the call fails. Buffered records are written first, while
/// the other threads wait for their turn.
void Simulator::execute(GuestThread &thread) {
  const LockStep::Busy busy(thread);
  const auto &arguments = thread.arguments;
  const bool at = thread.call == GuestCall::ExecAt;
  if (at && !execsByPath(arguments[0], arguments[4]))
    return;
  endBlocks(thread);
  stream_.flush();
  const std::size_t path = at ? 1 : 0;
  const std::lock_guard lock(stream_.mutex());
  const int descriptor = stream_.file().passOn();
  if (descriptor < 0)
    return;
  exec_->execute(arguments[path], arguments[path + 1], arguments[path + 2],
                 ",clock=" + std::to_string(time() + 1 - kStartNs) + ",max_samples=" +
                     std::to_string(sampler_.left()) + ",descriptor=" + std::to_string(descriptor));
  stream_.file().keepBack();
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
  {
    const LockStep::Busy busy(thread);
    stream_.exit(now(thread), pid_, pid_);
  }
  leave(thread, thread.joiners == 0 ? 0 : thread.arrivals + thread.joiners);
  thread.tid = 0;
}

/// In a child of a process with several threads QEMU still counts the parent's threads; when the
/// child starts a thread, an assertion of QEMU on that count aborts it.
void Simulator::warnOfLostThreads() {
  if (!std::exchange(lost_threads_, false))
    return;
  std::fprintf(
      stderr,
      "fsfind simulator: process %u, the child of a process with several threads, starts a "
      "thread, and QEMU aborts it: let it execute a program first, or fork before the "
      "first thread\n",
      pid_);
}

void Simulator::processExits() {
  stream_.exit({pid_, pid_, 0, time()}, parent_pid_, parent_pid_);
  stream_.flush();
}

void Simulator::beforeFork() {
  mutex_.lock();
  const auto tid = static_cast<std::uint32_t>(gettid());
  const auto forker = std::find_if(all_threads_.begin(), all_threads_.end(),
                                   [tid](const auto &thread) { return thread->tid == tid; });
  forker_ = forker == all_threads_.end() ? nullptr : forker->get();
  model_.pages().mutex().lock();
  model_.histories().mutex().lock();
  stream_.mutex().lock();
  stream_.flushLocked();
  lock_step_.lock();
}

void Simulator::afterForkInParent() {
  lock_step_.unlock();
  stream_.mutex().unlock();
  model_.histories().mutex().unlock();
  model_.pages().mutex().unlock();
  mutex_.unlock();
}

/// Only the forking thread exists in the child; the simulator's other state is the parent's.
void Simulator::afterForkInChild() {
  afterForkInParent();
  if (forker_ == nullptr)
    return;
  const std::uint32_t forked_pid = std::exchange(pid_, static_cast<std::uint32_t>(getpid()));
  const std::uint32_t forked_tid = std::exchange(forker_->tid, pid_);
  parent_pid_ = forked_pid;
  allocations_.inherit();
  lost_threads_ = std::any_of(threads_.begin(), threads_.end(), [this](const GuestThread *thread) {
    return thread != nullptr && thread != forker_;
  });
  threads_.fill(nullptr);
  threads_[forker_->vcpu] = forker_;
  lock_step_.becomeOnly(*forker_);
  stream_.fork(now(*forker_), forked_pid, forked_tid);
}

} // namespace fsfind::record::sim
