#include "c2c-ingest/record/sim/Simulator.h"
#include "c2c-ingest/record/sim/Tasks.h"

#include <algorithm>
#include <cstdio>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

/// The part of the simulator that is about other processes: those that the guest forks, what they
/// share, and the programs that it executes.

namespace fsfind::record::sim {

/// Replaces the process, if the new program can run under the simulator. Returns if not: then the
/// kernel runs it without simulation, or the call fails. Buffered records are written first.
void Simulator::execute(GuestThread &thread) {
  const auto &arguments = thread.arguments;
  const bool at = thread.call == GuestCall::ExecAt;
  if (at && !execsByPath(arguments[0], arguments[4]))
    return;
  windows_.finish(false);
  follower_.lock();
  recordBurst();
  follower_.unlock();
  open_misses_.endAll(stream_);
  endBlocks(thread);
  stream_.flush();
  turns_.end();
  if (!exec_)
    return;
  const std::size_t path = at ? 1 : 0;
  const std::lock_guard lock(stream_.mutex());
  const int descriptor = stream_.file().passOn();
  if (descriptor < 0)
    return;
  exec_->execute(arguments[path], arguments[path + 1], arguments[path + 2],
                 {time_.passed(), descriptor});
  stream_.file().keepBack();
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

void Simulator::processExits(bool stopped) {
  if (!stopped)
    windows_.dissolve();
  windows_.finish(stopped);
  turns_.end();
  recordBurst();
  open_misses_.endAll(stream_);
  stream_.exit({pid_, pid_, 0, time_.now()}, parent_pid_, parent_pid_);
  stream_.flush();
}

void Simulator::beforeFork() {
  windows_.lock();
  follower_.lock();
  mutex_.lock();
  const auto tid = static_cast<std::uint32_t>(gettid());
  const auto forker =
      std::find_if(all_threads_.begin(), all_threads_.end(), [&](const auto &thread) {
        return thread->tid == tid && threads_[thread->vcpu] == thread.get();
      });
  forker_ = forker == all_threads_.end() ? nullptr : forker->get();
  if (forker_ != nullptr && !arena_.exists() && !refused_)
    beginSharing();
  if (forker_ != nullptr)
    turns_.expectChild();
  stream_.mutex().lock();
  stream_.flushLocked();
}

void Simulator::afterForkInParent() {
  stream_.mutex().unlock();
  mutex_.unlock();
  follower_.unlock();
  windows_.unlock();
}

/// Only the forking thread exists in the child; the simulator's other state is the parent's.
void Simulator::afterForkInChild() {
  afterForkInParent();
  stream_.file().endWithRecorder();
  open_misses_.forget();
  if (forker_ == nullptr)
    return;
  const std::uint32_t forked_pid = std::exchange(pid_, static_cast<std::uint32_t>(getpid()));
  const std::uint32_t forked_tid = std::exchange(forker_->tid, pid_);
  parent_pid_ = forked_pid;
  allocations_.inherit();
  lost_threads_ =
      exec_ && std::any_of(threads_.begin(), threads_.end(), [this](const GuestThread *thread) {
        return thread != nullptr && thread != forker_;
      });
  threads_.fill(nullptr);
  threads_[forker_->vcpu] = forker_;
  forks_ = false;
  turns_.becomeNew();
  if (arena_.exists())
    beOnCpu(*forker_, arena_.countThread() % options_.cpus);
  turns_.takePart();
  follower_.startAnew();
  windows_.becomeOnly(*forker_);
  logs_.fill(&no_log_);
  logs_[forker_->vcpu] = &forker_->log;
  map_changes_.clear();
  burst_ = {};
  born_ = time_.next();
  stream_.fork(now(*forker_), forked_pid, forked_tid);
}

/// From now on memory that is mapped MAP_SHARED is shared. What the caches held of it is forgotten.
void Simulator::beginSharing() {
  if (!arena_.create(options_, next_thread_)) {
    refused_ = true;
    const std::lock_guard lock(stream_.mutex());
    return stream_.file().countApart();
  }
  shared_model_.emplace(options_, arena_.model());
  turns_.join(&arena_.processes());
  maps_.nameByOffset(contentOf("/proc/self/maps"));
  turns_.takePart();
  updateSharing();
  useSharing();
  model_.revokeGrants();
  follower_.playAtOnce();
  has_kin_ = true;
}

/// The thread, the only one of its process, goes on where no cache holds anything of the process.
/// Its pages are copied when it writes to them: they come to lie where it is.
void Simulator::beOnCpu(GuestThread &thread, std::uint32_t cpu) {
  thread.cpu = cpu;
  thread.log.grants = &model_.grants(cpu);
  model_.empty();
}

/// True if the call that returns may have changed what is shared.
bool Simulator::changesSharing(const GuestThread &thread) {
  const Arguments &arguments = thread.arguments;
  switch (thread.call) {
  case GuestCall::Map:
    return (arguments[3] & MAP_SHARED) != 0 || shared_.overlap(arguments[0], arguments[1]);
  case GuestCall::Unmap:
    return shared_.overlap(arguments[0], arguments[1]);
  case GuestCall::Remap: // it may map the same memory again, or put other memory in its place
    return !shared_.empty();
  case GuestCall::ShareMemory:
    return true;
  default:
    return false;
  }
}

/// Finds out what is shared; to be called under the mutex.
void Simulator::updateSharing() {
  std::vector<SharedMappings::Range> ranges;
  for (const MapRecord &map : maps_.shared(contentOf("/proc/self/maps")))
    if (!arena_.holds(map.start + memory_.base()) && map.path != options_.out)
      ranges.push_back({map.start, map.end,
                        SharedMappings::placeIn(
                            arena_.objects().of({map.major, map.minor, map.inode}), map.offset)});
  shared_ = SharedMappings(std::move(ranges));
  sharing_changed_ = true;
}

/// The model is played with that from now on; to be called under the mutex, by whoever plays.
void Simulator::useSharing() {
  sharing_changed_ = false;
  mapped_ = shared_;
  sharing_ = !mapped_.empty();
  model_.revokeGrants(); // of memory that was the process's own at these addresses
}

void Simulator::takeTurn(std::uint64_t clock) {
  turns_.take(clock);
  if (options_.budget != 0 && arena_.isFirstToTell())
    std::fprintf(stderr,
                 "fsfind simulator: process %u accesses memory that it shares with others: with "
                 "--budget, contention between processes is missed for the most part\n",
                 pid_);
  if (turns_.isLeftOut() && !std::exchange(counted_apart_, true)) {
    const std::lock_guard lock(stream_.mutex());
    stream_.file().countApart();
  }
}

/// A window was played.
void Simulator::endTurn(const Follower::Window &window) {
  if ((window.idle && !forks_) || !window.watched || window.until == UINT64_MAX)
    turns_.leave();
  else
    turns_.pass(window.until);
}

} // namespace fsfind::record::sim
