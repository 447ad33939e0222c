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
    : options_(options), calls_(calls), time_(options.cpus, options.clock),
      slices_(options.quantum, options.seed),
      follower_(
          Follower::Order(options.quantum, options.seed, pool_),
          [this](Follower::Order &order, const Follower::Window &window) { play(order, window); },
          [this] { windows_.closeIfIdle(); }),
      windows_(options, time_, follower_, pool_,
               [this](std::uint64_t address) { return memory_.words(address, 1); }),
      model_(options), turns_(options.quantum, options.seed), sampler_(options),
      stream_(options_, static_cast<int>(options.descriptor)), no_grants_(options.line) {
  no_log_.grants = &no_grants_;
  logs_.fill(&no_log_);
}

void Simulator::start(std::string_view program, std::uint64_t guest_base) {
  stream_.file().endWithRecorder();
  pid_ = static_cast<std::uint32_t>(getpid());
  parent_pid_ = static_cast<std::uint32_t>(getppid());
  memory_ = GuestMemory(guest_base);
  maps_.setGuestBase(guest_base);
  name_ = program.substr(program.rfind('/') + 1);
}

void Simulator::emulatesBy(QemuCommand command) {
  exec_.emplace(std::move(command), memory_, elfMachineOf(calls_));
}

/// Registers a thread at its first callback.
Simulator::GuestThread *Simulator::arrive(std::uint32_t vcpu) {
  auto owned = std::make_unique<GuestThread>();
  GuestThread *thread = owned.get();
  thread->tid = static_cast<std::uint32_t>(gettid());
  thread->vcpu = vcpu;
  std::uint32_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = next_thread_++;
    thread->cpu = (arena_.exists() ? arena_.countThread() : number) % options_.cpus;
    thread->exit_word = std::exchange(next_exit_word_, 0);
    all_threads_.push_back(std::move(owned));
  }
  threads_[vcpu] = thread;
  thread->log.grants = &model_.grants(thread->cpu);
  thread->stores =
      Countdown(options_.store_period, options_.seed == 0 ? 0 : options_.seed + number);
  thread->log.stores = static_cast<std::uint64_t>(thread->stores.next());
  thread->log.recent = RecentLines(options_.line);
  windows_.enter(*thread);
  logs_[vcpu] = &thread->log;
  if (number == 0) {
    born_ = time_.now();
    stream_.comm(now(*thread), name_, true);
  } else {
    stream_.fork(now(*thread), pid_, pid_);
  }
  return thread;
}

void Simulator::call(std::uint32_t vcpu, std::int64_t number, const Arguments &arguments) {
  GuestThread *thread = present(vcpu);
  if (thread == nullptr)
    return;
  thread->call = calls_(number);
  thread->arguments = arguments;
  forks_ = thread->call == GuestCall::Fork ||
           (thread->call == GuestCall::Clone && !clonesThread(arguments[0]));
  beginCall(*thread);
  switch (thread->call) {
  case GuestCall::Exec:
  case GuestCall::ExecAt:
    execute(*thread);
    if (exec_)
      countNative(1);
    stream_.flush();
    break;
  case GuestCall::Clone:
    if (clonesThread(arguments[0])) {
      next_exit_word_ = arguments[exitWordArgument(calls_)];
      warnOfLostThreads();
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
  endCall(*thread, signed_result);
  if (failed(result)) {
    if (isExec(thread->call) && exec_)
      countNative(-1);
    return;
  }
  const auto &arguments = thread->arguments;
  switch (thread->call) {
  case GuestCall::Clone:
    if (clonesThread(arguments[0]) && !thread->starts.empty())
      stream_.start(now(*thread), static_cast<std::uint32_t>(result),
                    std::exchange(thread->starts, {}));
    {
      const std::lock_guard lock(mutex_);
      exit_words_[result] = arguments[exitWordArgument(calls_)];
    }
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
  const std::lock_guard lock(mutex_);
  memory_.forgetPages();
  if (thread.call == GuestCall::Map)
    map_changes_.add({.time = time_.now(), .start = result, .length = arguments[1]});
  switch (thread.call) {
  case GuestCall::Map:
    maps_.forget(result, arguments[1]);
    if ((arguments[3] & MAP_ANONYMOUS) == 0)
      files_.clear();
    break;
  case GuestCall::Unmap:
    maps_.forget(arguments[0], arguments[1]);
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
  if (arena_.exists() && changesSharing(thread))
    updateSharing();
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

void Simulator::threadExits(std::uint32_t vcpu) {
  if (vcpu >= kMaxVcpus || threads_[vcpu] == nullptr)
    return;
  GuestThread &thread = *threads_[vcpu];
  threads_[vcpu] = nullptr;
  logs_[vcpu] = &no_log_;
  windows_.exit(thread);
  stream_.exit(now(thread), pid_, pid_);
}

} // namespace fsfind::record::sim
