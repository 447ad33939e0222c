#pragma once

#include "c2c-ingest/record/sim/AccessParts.h"
#include "c2c-ingest/record/sim/AllocationTable.h"
#include "c2c-ingest/record/sim/CacheModel.h"
#include "c2c-ingest/record/sim/GuestCalls.h"
#include "c2c-ingest/record/sim/GuestExec.h"
#include "c2c-ingest/record/sim/GuestMaps.h"
#include "c2c-ingest/record/sim/LockStep.h"
#include "c2c-ingest/record/sim/RecordStream.h"
#include "c2c-ingest/record/sim/Sampler.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace fsfind::record::sim {

/// Runs one guest process on the simulated machine and writes its recording. Every member function
/// is called by the guest thread that it is about; `vcpu` is QEMU's number of that thread.
class Simulator {
public:
  Simulator(const Options &options, GuestCallTable calls)
      : options_(options), calls_(calls), lock_step_(options.quantum, options.seed),
        model_(options), sampler_(options),
        stream_(options.out, static_cast<int>(options.descriptor)) {}

  /// Why nothing can be recorded; empty if all is well.
  [[nodiscard]] const std::string &problem() { return stream_.file().problem(); }

  /// Before the first guest instruction. `command` is QEMU's own.
  void start(QemuCommand command, std::uint64_t guest_base);
  /// A block of code of so many instructions begins.
  void run(std::uint32_t vcpu, std::uint64_t instructions) {
    if (GuestThread *thread = threadWithTurn(vcpu)) {
      thread->load_parts.reset();
      thread->store_parts.reset();
      instructions_.store(instructions_.load(std::memory_order_relaxed) + instructions,
                          std::memory_order_relaxed);
      lock_step_.run(*thread, instructions);
    }
  }
  /// `atomic`: the load half of a read-modify-write.
  void load(std::uint32_t vcpu, std::uint64_t ip, std::uint64_t address, std::uint32_t size,
            bool atomic) {
    GuestThread *thread = threadWithTurn(vcpu);
    if (thread == nullptr)
      return;
    const Outcome outcome = access(address, size, [&](std::uint64_t part, std::uint32_t bytes) {
      return model_.load(thread->cpu, part, bytes);
    });
    const std::uint64_t begin = thread->load_parts.begin(ip, address);
    if (sampler_.takesLoad(latencyOf(outcome)))
      recordLoad(*thread, ip, begin, outcome, atomic);
  }
  void store(std::uint32_t vcpu, std::uint64_t ip, std::uint64_t address, std::uint32_t size) {
    GuestThread *thread = threadWithTurn(vcpu);
    if (thread == nullptr)
      return;
    const Outcome outcome = access(address, size, [&](std::uint64_t part, std::uint32_t bytes) {
      return model_.store(thread->cpu, part, bytes);
    });
    if (!stack_known_)
      learnStack(address);
    const std::uint64_t begin = thread->store_parts.begin(ip, address);
    if (sampler_.takesStore())
      recordStore(*thread, ip, begin, outcome);
  }
  /// A system call begins (call) and ends (callReturns).
  using Arguments = std::array<std::uint64_t, 5>;
  void call(std::uint32_t vcpu, std::int64_t number, const Arguments &arguments);
  void callReturns(std::uint32_t vcpu, std::int64_t result);
  /// A kAllocationCall. Its return is not reported.
  void allocation(std::uint32_t vcpu, const Arguments &arguments);
  /// True for code of fsfind's own in the guest, whose accesses are not the program's.
  [[nodiscard]] bool hides(std::uint64_t ip) const {
    return std::any_of(hidden_.begin(), hidden_.end(),
                       [ip](const Hidden &code) { return ip >= code.begin && ip < code.end; });
  }
  void threadExits(std::uint32_t vcpu);
  void processExits();

  /// Around fork(2): beforeFork, then one of the other two in each process.
  void beforeFork();
  void afterForkInParent();
  void afterForkInChild();

private:
  struct GuestThread : LockStep::Thread {
    std::uint32_t vcpu = 0;
    GuestCall call = GuestCall::Other; ///< the present system call, or the last one
    Arguments arguments{};
    std::uint64_t arrivals = 0;  ///< LockStep::arrivals() when the call began
    std::uint64_t waits_at = 0;  ///< address of the futex it waits for; 0 if none
    std::uint64_t joiners = 0;   ///< threads that wait for its exit
    std::uint64_t exit_word = 0; ///< address of the futex that its exit wakes; 0 if none
    std::string name_to_be;      ///< the name that the present prctl(2) sets
    AccessParts load_parts, store_parts;
  };
  static constexpr std::size_t kMaxVcpus = 1U << 16; ///< further threads run without being recorded

  GuestThread *threadWithTurn(std::uint32_t vcpu) {
    if (vcpu >= kMaxVcpus)
      return nullptr;
    GuestThread *thread = threads_[vcpu];
    if (thread == nullptr)
      return arrive(vcpu);
    if (!lock_step_.hasTurn(*thread))
      lock_step_.enter(*thread);
    return thread;
  }
  /// The slower outcome of the one or two lines that an access touches.
  template <class Part>
  Outcome access(std::uint64_t address, std::uint32_t size, const Part &touch) {
    const std::uint64_t next = (address | (options_.line - 1)) + 1; // where the next line begins
    const std::uint64_t end = address + size;
    if (end <= next)
      return touch(address, size);
    const Outcome outcome = touch(address, static_cast<std::uint32_t>(next - address));
    // An access wider than a line would touch further ones, which are not modelled.
    const std::uint64_t rest = std::min<std::uint64_t>(end - next, options_.line);
    return std::max(outcome, touch(next, static_cast<std::uint32_t>(rest)));
  }

  GuestThread *arrive(std::uint32_t vcpu);
  void leave(GuestThread &thread, std::uint64_t arrivals = 0);
  void execute(GuestThread &thread);
  void countNative(int change);
  void evade(std::uint64_t first, std::uint64_t last);
  void beginExit(GuestThread &thread);
  void changeMaps(GuestThread &thread, std::uint64_t result);
  void learnStack(std::uint64_t address);
  void recordLoad(GuestThread &thread, std::uint64_t ip, std::uint64_t address, Outcome outcome,
                  bool atomic);
  void recordStore(GuestThread &thread, std::uint64_t ip, std::uint64_t address, Outcome outcome);
  std::uint64_t knowledge(Outcome outcome, std::uint64_t address);
  void record(GuestThread &thread, SampleRecord &sample);
  void recordBlock(const Instant &at, std::uint64_t address);
  void recordStack(const Instant &at, const Arguments &arguments);
  void endBlocks(const GuestThread &thread);
  void recordMaps(const Instant &at, std::uint64_t ip, std::uint64_t address);
  void recordMap(const Instant &at, std::uint64_t address, bool code, std::string_view text);
  void warnOfLostThreads();
  [[nodiscard]] std::uint64_t time() const;
  [[nodiscard]] Instant now(const GuestThread &thread) const;

  Options options_;
  GuestCallTable calls_;
  LockStep lock_step_;
  CacheModel model_;
  Sampler sampler_;
  RecordStream stream_;
  std::atomic<std::uint64_t> instructions_{0};
  bool stack_known_ = false;
  /// Where a library lies that was loaded for kAllocationCall.
  struct Hidden {
    std::atomic<std::uint64_t> begin{0}, end{0};
  };
  std::array<Hidden, 2> hidden_;
  std::array<GuestThread *, kMaxVcpus> threads_{}; ///< by vcpu; each thread uses only its own entry
  std::mutex mutex_;                               ///< guards what follows
  std::vector<std::unique_ptr<GuestThread>> all_threads_;
  GuestThread *forker_ = nullptr; ///< the thread that is about to fork
  bool lost_threads_ = false;     ///< this process was forked while other threads ran
  GuestMaps maps_;
  AllocationTable allocations_;
  std::uint32_t stacks_ = 0; ///< recorded so far
  std::uint32_t next_thread_ = 0;
  std::uint64_t next_exit_word_ = 0; ///< exit_word of the thread that is being started
  std::uint32_t pid_ = 0, parent_pid_ = 0;
  GuestMemory memory_;
  std::optional<GuestExec> exec_; ///< set by start()
  std::string name_;
};

} // namespace fsfind::record::sim
