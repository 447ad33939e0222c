#include "c2c-ingest/record/sim/Mixed.h"
#include "c2c-ingest/record/sim/Simulator.h"
#include "c2c-ingest/record/sim/Tasks.h"

#include <sys/mman.h>

/// The part of the simulator that notes what threads access, and plays it.

namespace fsfind::record::sim {

/// A block of code begins that ends a slice, or the thread has to ask.
void Simulator::pause(std::uint32_t vcpu, std::uint64_t instructions) {
  GuestThread *thread = present(vcpu);
  if (thread == nullptr)
    return;
  AccessLog &log = thread->log;
  log.clock += instructions;
  if (log.clock >= log.limit.load(std::memory_order_relaxed))
    windows_.ask(*thread);
  if (log.clock > log.slice_end)
    beginSlice(*thread, instructions);
}

/// The block may begin in a slice before the one in which it ends, which is the present one then.
/// Memory that processes share may be accessed by another process within the slice; and where
/// private hits are sampled, all count.
void Simulator::beginSlice(FreeThread &thread, std::uint64_t block) {
  AccessLog &log = thread.log;
  log.slice_begin = std::max(log.clockAt(block), log.slice_end);
  log.slice_end = log.slice_begin;
  for (;;) {
    log.slice_end = slices_.endAfter(thread.window_begin + log.slice_end) - thread.window_begin;
    if (log.clock <= log.slice_end)
      break;
    log.slice_begin = log.slice_end;
  }
  log.keeps_all = sharing_ || samplesHits(options_);
  log.recent.beginSlice();
}

void Simulator::noteSlowly(std::uint32_t vcpu, const InBlock &at, std::uint64_t address,
                           unsigned kind, unsigned size_shift) {
  GuestThread *thread = present(vcpu);
  if (thread == nullptr)
    return;
  AccessLog &log = thread->log;
  if (log.stores == 0) {
    const bool samples = log.beginsAnother(at.ip, at.left);
    log.stores = samples ? static_cast<std::uint64_t>(thread->stores.next()) : 1;
    kind |= samples ? LoggedAccess::Sampled : 0;
  }
  if (log.next == log.end)
    windows_.makeRoom(*thread);
  log.add(at.ip, address, kind, size_shift, at.left);
}

/// Two threads that change the same line atomically, one soon after the other, meet there; so does
/// who loads the same again and again.
void Simulator::maybeMeet(std::uint32_t vcpu, std::uint64_t address, unsigned kind) {
  constexpr std::uint64_t kSoon = 100'000;
  GuestThread *thread = present(vcpu);
  if (thread == nullptr)
    return;
  if ((kind & LoggedAccess::Store) == 0)
    return windows_.meet(*thread);
  std::atomic<std::uint64_t> &last =
      last_atomic_[mixed(address / options_.line) % last_atomic_.size()];
  const std::uint64_t clock = thread->clock();
  const std::uint64_t before = last.exchange(clock << 16 | vcpu, std::memory_order_relaxed);
  if ((before & 0xffff) != vcpu && (before >> 16) + kSoon > clock && before != 0)
    windows_.meet(*thread);
}

void Simulator::play(Follower::Order &order, const Follower::Window &window) {
  since_ = window.since;
  if (sharing_changed_) {
    const std::lock_guard lock(mutex_);
    useSharing();
  }
  order.play(window.until, [this](FreeThread &owner, const AccessBatch &batch, std::size_t i) {
    auto &thread = static_cast<GuestThread &>(owner);
    const LoggedAccess &access = batch.accesses[i];
    if (const std::uint64_t clock = batch.begin + access.clock(); clock != thread.modelled) {
      thread.modelled = clock;
      thread.load_parts.reset();
      thread.store_parts.reset();
    }
    model(
        thread, access, [&] { return batch.begin + access.clock(); },
        [&] { return batch.timeOf(i); });
  });
  if (has_kin_)
    endTurn(window);
  model_.age();
  burst_.executed += window.executed;
  burst_.simulated += window.simulated;
  if (window.ends_burst)
    recordBurst();
  if (window.precedes_burst) {
    open_misses_.endAll(stream_);
    model_.resume();
  }
  forgetChangesBefore(window.since);
  if (window.idle)
    stream_.flush();
  else
    stream_.flushNowAndThen();
}

/// Tells what the last burst saw of what was executed since the one before it.
void Simulator::recordBurst() {
  if (options_.budget == 0 || burst_.executed == 0)
    return;
  stream_.burst({pid_, pid_, 0, time_.now()}, burst_);
  burst_ = {};
}

/// A call begins that may end mappings, or begin to use threads.
void Simulator::beginCall(GuestThread &thread) {
  const Arguments &arguments = thread.arguments;
  if (maySleep(thread.call, arguments) || endsSharing(thread)) {
    if (thread.call == GuestCall::Futex)
      windows_.beginCall(thread, arguments[0], futexExpects(arguments));
    else
      windows_.beginCall(thread);
    if (!follower_.hasThread())
      windows_.closeIfIdle();
  } else {
    windows_.stamp(thread);
  }
  switch (thread.call) {
  case GuestCall::Unmap:
  case GuestCall::Remap:
    foresee(arguments[0], arguments[1]);
    break;
  case GuestCall::Map:
    if ((arguments[3] & MAP_FIXED) != 0)
      foresee(arguments[0], arguments[1]);
    break;
  case GuestCall::ShareMemory:
    foresee(0, UINT64_MAX);
    break;
  case GuestCall::Clone:
    if (clonesThread(arguments[0])) {
      windows_.begets(thread);
      follower_.startThread();
    }
    break;
  case GuestCall::Futex:
    if (!futexWaits(arguments[1]))
      windows_.wakes(thread, arguments[0]);
    if (futexRequeues(arguments[1]))
      windows_.movesTo(arguments[0], arguments[4]);
    break;
  case GuestCall::Exit:
    windows_.wakes(thread, exitWordOf(thread));
    break;
  case GuestCall::ExitGroup:
    windows_.dissolve();
    break;
  default:
    break;
  }
}

std::uint64_t Simulator::exitWordOf(const GuestThread &thread) {
  const std::lock_guard lock(mutex_);
  const auto found = exit_words_.find(thread.tid);
  return found == exit_words_.end() ? 0 : found->second;
}

/// Where it is known who woke the thread, its clock follows theirs.
void Simulator::endCall(GuestThread &thread, std::int64_t result) {
  const Arguments &arguments = thread.arguments;
  std::uint64_t clock = 0;
  if (thread.call == GuestCall::Yield)
    clock = thread.clock() + options_.quantum;
  else if (thread.call == GuestCall::Futex && futexWaits(arguments[1]) && result == 0)
    clock = windows_.wokenAt(thread.futex);
  else if (thread.call == GuestCall::Futex && !futexWaits(arguments[1]))
    windows_.woke(thread, arguments[0],
                  result > 0 && futexWakesOwn(arguments[1]) ? static_cast<std::uint64_t>(result)
                                                            : 0);
  else if (thread.call == GuestCall::Clone && clonesThread(arguments[0]) && result < 0)
    windows_.begotNone();
  windows_.endCall(thread, clock,
                   thread.call == GuestCall::Futex && futexWaits(arguments[1]) && result == 0);
  if (has_kin_ && options_.budget == 0)
    turns_.enter();
}

/// True if the call that begins unmaps what is shared: what was done there is to be played before.
bool Simulator::endsSharing(const GuestThread &thread) {
  if (!sharing_ || (thread.call == GuestCall::Map && (thread.arguments[3] & MAP_FIXED) == 0))
    return false;
  const std::lock_guard lock(mutex_);
  return changesSharing(thread);
}

/// Notes what lies in a range that the guest is about to unmap: accesses to it may be waiting.
void Simulator::foresee(std::uint64_t address, std::uint64_t length) {
  const std::lock_guard lock(mutex_);
  map_changes_.add({.time = time_.next(),
                    .start = address,
                    .length = length,
                    .unmaps = true,
                    .before = maps_.unknown(address, length, contentOf("/proc/self/maps"))});
}

void Simulator::forgetChangesBefore(std::uint64_t time) {
  const std::lock_guard lock(mutex_);
  allocations_.forgetEnded(time);
  while (const auto change = map_changes_.takeBefore(time))
    if (change->unmaps)
      model_.pages().forget(change->start, change->length);
}

} // namespace fsfind::record::sim
