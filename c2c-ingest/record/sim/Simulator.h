#pragma once

#include "c2c-ingest/record/layout/AllocationCall.h"
#include "c2c-ingest/record/sim/AccessParts.h"
#include "c2c-ingest/record/sim/AllocationTable.h"
#include "c2c-ingest/record/sim/BusyMutex.h"
#include "c2c-ingest/record/sim/CacheModel.h"
#include "c2c-ingest/record/sim/CallStacks.h"
#include "c2c-ingest/record/sim/GuestCalls.h"
#include "c2c-ingest/record/sim/GuestExec.h"
#include "c2c-ingest/record/sim/GuestMaps.h"
#include "c2c-ingest/record/sim/MapChanges.h"
#include "c2c-ingest/record/sim/OpenMisses.h"
#include "c2c-ingest/record/sim/ProcessTurns.h"
#include "c2c-ingest/record/sim/RecordStream.h"
#include "c2c-ingest/record/sim/Sampler.h"
#include "c2c-ingest/record/sim/SharedArena.h"
#include "c2c-ingest/record/sim/SharedMappings.h"
#include "c2c-ingest/record/sim/SimulatedTime.h"
#include "c2c-ingest/record/sim/SpinWatch.h"
#include "c2c-ingest/record/sim/Windows.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace fsfind::record::sim {

/// Runs one guest process on the simulated machine and writes its recording. Every member function
/// is called by the guest thread that it is about; `vcpu` is QEMU's number of that thread.
///
/// Threads run freely, and note what they access; a follower brings that into the order that it has
/// if threads take turns, and plays it through the caches (Windows.h).
///
/// From its first fork on, the process and all that it forks have caches in common for memory that
/// they map MAP_SHARED, and take turns before they access it. Other memory stays each one's own.
class Simulator {
public:
  Simulator(const Options &options, GuestCallTable calls);

  /// Why nothing can be recorded; empty if all is well.
  [[nodiscard]] const std::string &problem() { return stream_.file().problem(); }

  /// Before the first guest instruction. `program`: its path, or name.
  void start(std::string_view program, std::uint64_t guest_base);
  /// What the guest executes is to run under QEMU, too, whose own command that is. Without one it
  /// runs as the kernel lets it.
  void emulatesBy(QemuCommand command);
  /// An address on the initial thread's stack, before the guest stores there.
  void stackIsAt(std::uint64_t address);
  /// A block of code of so many instructions begins.
  void run(std::uint32_t vcpu, std::uint64_t instructions) {
    if (!log(vcpu).runs(instructions))
      pause(vcpu, instructions);
  }
  void pause(std::uint32_t vcpu, std::uint64_t instructions);
  /// Where it is asked whether an access is to be noted; the same as long as the thread runs.
  [[nodiscard]] AccessLog &log(std::uint32_t vcpu) { return *logs_[vcpu % kMaxVcpus]; }
  /// An instruction, and how many of its block are left with it.
  struct InBlock {
    std::uint64_t ip;
    std::uint32_t left;
  };
  /// Of an access that does not pass.
  void note(std::uint32_t vcpu, const InBlock &at, std::uint64_t address, unsigned kind,
            unsigned size_shift) {
    AccessLog &log = this->log(vcpu);
    if (log.stores == 0 || log.next == log.end)
      return noteSlowly(vcpu, at, address, kind, size_shift);
    if (log.mayMeet(at.ip, address, kind))
      maybeMeet(vcpu, address, kind);
    if ((kind & LoggedAccess::Store) == 0)
      kind |= log.compare(at.ip, address, memory_.loaded(address, size_shift));
    log.add(at.ip, address, kind, size_shift, at.left);
  }
  /// A system call begins (call) and ends (callReturns).
  using Arguments = std::array<std::uint64_t, 5>;
  void call(std::uint32_t vcpu, std::int64_t number, const Arguments &arguments);
  void callReturns(std::uint32_t vcpu, std::int64_t result);
  /// A kAllocationCall. Its return is not reported.
  void allocation(std::uint32_t vcpu, const Arguments &arguments);
  /// The same, by the bell: the Telling lies at this address.
  void rung(std::uint32_t vcpu, std::uint64_t address);
  /// True for code of fsfind's own in the guest, whose accesses are not the program's.
  [[nodiscard]] bool hides(std::uint64_t ip) const {
    return std::any_of(hidden_.begin(), hidden_.end(),
                       [ip](const Hidden &code) { return ip >= code.begin && ip < code.end; });
  }
  [[nodiscard]] bool isBell(std::uint64_t ip) const {
    return std::any_of(hidden_.begin(), hidden_.end(),
                       [ip](const Hidden &code) { return ip == code.bell; });
  }
  void threadExits(std::uint32_t vcpu);
  /// The program has the simulator in its own process, and tells of its accesses itself.
  void countByCode() { stream_.file().countByCode(); }
  /// `stopped`: none of its threads runs any more.
  void processExits(bool stopped = true);
  static constexpr std::size_t kMaxVcpus = 1U << 16; ///< further threads run without being recorded

  /// Around fork(2): beforeFork, then one of the other two in each process.
  void beforeFork();
  void afterForkInParent();
  void afterForkInChild();

private:
  struct GuestThread : FreeThread {
    std::uint32_t vcpu = 0, tid = 0, cpu = 0;
    GuestCall call = GuestCall::Other; ///< the present system call, or the last one
    Arguments arguments{};
    std::uint64_t exit_word = 0; ///< address of the futex that its exit wakes; 0 if none
    std::string name_to_be;      ///< the name that the present prctl(2) sets
    /// Of the thread that it is about to start: perf::ThreadStart::code.
    std::vector<std::uint64_t> starts;
    AccessParts load_parts, store_parts;
    SpinWatch spins;
    std::uint64_t modelled = 0; ///< the clock of the instruction that was modelled last
    Countdown stores{1, 0};     ///< between samples
  };

  /// The thread of that number; null if there is no room for it.
  GuestThread *present(std::uint32_t vcpu) {
    if (vcpu >= kMaxVcpus)
      return nullptr;
    return threads_[vcpu] == nullptr ? arrive(vcpu) : threads_[vcpu];
  }
  /// The slower outcome of the one or two lines that an access touches.
  template <class Part> Outcome touch(std::uint64_t address, std::uint32_t size, const Part &part) {
    const std::uint64_t next = (address | (options_.line - 1)) + 1; // where the next line begins
    const std::uint64_t end = address + size;
    if (end <= next)
      return part(address, size);
    const Outcome outcome = part(address, static_cast<std::uint32_t>(next - address));
    // An access wider than a line would touch further ones, which are not modelled.
    const std::uint64_t rest = std::min<std::uint64_t>(end - next, options_.line);
    return std::max(outcome, part(next, static_cast<std::uint32_t>(rest)));
  }
  /// Plays an access through the caches, and records it if it is sampled. `clock` tells the
  /// process's clock then, `time` when it was, in ns.
  template <class Clock, class Time>
  void model(GuestThread &thread, const LoggedAccess &access, const Clock &clock,
             const Time &time) {
    if (sharing_)
      if (const std::uint64_t place = mapped_.at(access.address()); place != 0) {
        awaitTurn(clock());
        return modelIn({*shared_model_, place - access.address()}, thread, access, time);
      }
    modelIn({model_, 0}, thread, access, time);
  }
  /// Caches, and what has to be added to the guest's addresses for them.
  struct Domain {
    CacheModel &caches;
    std::uint64_t offset = 0;
  };
  template <class Time>
  void modelIn(const Domain &domain, GuestThread &thread, const LoggedAccess &access,
               const Time &time) {
    const std::uint64_t place = access.address() + domain.offset;
    Outcome loaded = Outcome::PrivateHit;
    if (access.worked())
      thread.spins.store(spin_sites_);
    if (access.loads()) {
      loaded = touch(place, access.size(), [&](std::uint64_t part, std::uint32_t bytes) {
        const Outcome outcome = domain.caches.load(thread.cpu, part, bytes);
        settle(domain, thread, part, outcome);
        return outcome;
      });
      const std::uint64_t begin = thread.load_parts.begin(access.ip(), access.address());
      const bool spins = !access.stores() && thread.spins.load({access.ip(), access.address()},
                                                               access.changed(), spin_sites_);
      const std::uint32_t cycles =
          options_.latencies.of(loaded) + (access.stores() ? kAtomicCycles : 0);
      if (sampler_.takesLoad(cycles))
        recordLoad(domain, thread, access, {time(), begin, loaded, cycles, spins});
    }
    if (access.stores()) {
      const Outcome outcome =
          touch(place, access.size(), [&](std::uint64_t part, std::uint32_t bytes) {
            const Outcome part_outcome = domain.caches.store(thread.cpu, part, bytes);
            settle(domain, thread, part, part_outcome);
            return part_outcome;
          });
      if (!stack_known_)
        stackIsAt(access.address());
      const std::uint64_t begin = thread.store_parts.begin(access.ip(), access.address());
      thread.spins.store(spin_sites_);
      if (sampler_.takesStore(access.sampled()))
        recordStore(domain, thread, access, {time(), begin, outcome, waitOfStore(outcome, loaded)});
    }
  }
  [[nodiscard]] OpenMisses::Stay stayOf(const Domain &domain, const GuestThread &thread,
                                        std::uint64_t place) const {
    return {place & ~std::uint64_t{options_.line - 1}, thread.cpu, &domain.caches != &model_};
  }
  /// Writes the sample of a miss of which it is clear now what it was worth.
  void settle(const Domain &domain, const GuestThread &thread, std::uint64_t place,
              Outcome outcome) {
    const CacheModel::Met met = domain.caches.takeMet();
    if ((met.any() || isMiss(outcome)) && !open_misses_.empty())
      settle(stayOf(domain, thread, place), met);
  }
  void settle(const OpenMisses::Stay &stay, const CacheModel::Met &met);
  static bool isMiss(Outcome outcome) {
    return outcome != Outcome::PrivateHit && outcome != Outcome::Upgrade;
  }
  /// An access that was played through the caches.
  struct Modelled {
    std::uint64_t time = 0;  ///< ns
    std::uint64_t begin = 0; ///< its first address: see AccessParts
    Outcome outcome = Outcome::PrivateHit;
    std::uint32_t cycles = 0;
    bool spins = false; ///< the thread only waits by it
  };
  /// Cycles until a store has its line. An atomic read-modify-write has waited for it when it
  /// loaded, which was `loaded`.
  [[nodiscard]] std::uint32_t waitOfStore(Outcome outcome, Outcome loaded) const {
    const bool has_it = outcome == Outcome::PrivateHit || loaded != Outcome::PrivateHit;
    return has_it ? 0 : options_.latencies.of(outcome);
  }
  /// Waits, if need be, until the process may access shared memory.
  void awaitTurn(std::uint64_t clock) {
    if (!turns_.hasTurn(clock))
      takeTurn(clock);
  }

  GuestThread *arrive(std::uint32_t vcpu);
  void execute(GuestThread &thread);
  void countNative(int change);
  void evade(std::uint64_t first, std::uint64_t last);
  void changeMaps(GuestThread &thread, std::uint64_t result);
  void recordLoad(const Domain &domain, GuestThread &thread, const LoggedAccess &access,
                  const Modelled &modelled);
  void recordStore(const Domain &domain, GuestThread &thread, const LoggedAccess &access,
                   const Modelled &modelled);
  static std::uint64_t knowledge(const Domain &domain, const Modelled &modelled);
  /// `opens`: what the sample is worth shows later.
  void record(const Domain &domain, GuestThread &thread, SampleRecord &sample, bool opens);
  /// These two under `mutex_`.
  void recordBlock(const Instant &at, std::uint64_t address);
  [[nodiscard]] const std::string &mapsText();
  void recordMaps(const Instant &at, std::uint64_t ip, std::uint64_t address);
  void recordStack(const Instant &at, const Arguments &arguments);
  void lookAtStart(GuestThread &thread, const Arguments &arguments);
  const std::vector<GuestMaps::Range> &mappedFiles();
  void readStack(const CallSight &call, std::span<const std::uint64_t> words, std::size_t most,
                 StackRecord &into);
  AllocationRecord taken(const Arguments &arguments, std::uint64_t time);
  void recordFiles(const Instant &at, const StackRecord &stack);
  void record(const Instant &at, const AllocationRecord &block);
  void endBlocks(const GuestThread &thread);
  void recordMap(const Instant &at, std::uint64_t address, bool code, std::string_view text);
  void writeMap(Instant at, const MapRecord &map);
  void warnOfLostThreads();
  void takeTurn(std::uint64_t clock);
  void beginSharing();
  void beOnCpu(GuestThread &thread, std::uint32_t cpu);
  [[nodiscard]] bool changesSharing(const GuestThread &thread);
  bool endsSharing(const GuestThread &thread);
  void updateSharing();
  void useSharing();
  void endTurn(const Follower::Window &window);
  [[nodiscard]] Instant now(const GuestThread &thread) const {
    return {pid_, thread.tid, thread.cpu, time_.now()};
  }

  void beginSlice(FreeThread &thread, std::uint64_t block);
  void noteSlowly(std::uint32_t vcpu, const InBlock &at, std::uint64_t address, unsigned kind,
                  unsigned size_shift);
  void maybeMeet(std::uint32_t vcpu, std::uint64_t address, unsigned kind);
  void recordBurst();
  void play(Follower::Order &order, const Follower::Window &window);
  void beginCall(GuestThread &thread);
  void endCall(GuestThread &thread, std::int64_t result);
  std::uint64_t exitWordOf(const GuestThread &thread);
  void foresee(std::uint64_t address, std::uint64_t length);
  void forgetChangesBefore(std::uint64_t time);

  Options options_;
  GuestCallTable calls_;
  SimulatedTime time_;
  BatchPool pool_;
  const Slices slices_;
  Follower follower_;
  Windows windows_;
  CacheModel model_;
  SharedArena arena_; ///< exists from the first fork on; `forker_` alone runs when it is made
  std::optional<CacheModel> shared_model_; ///< likewise
  ProcessTurns turns_;
  SharedMappings mapped_;            ///< those that the model is played with; as `model_`
  std::atomic<bool> sharing_{false}; ///< `mapped_` is not empty
  std::atomic<bool> has_kin_{false}; ///< `arena_` exists
  bool refused_ = false;             ///< the system gave no memory for it
  /// A thread is forking, and others wait for the process: the child begins when the call did.
  std::atomic<bool> forks_{false};
  bool counted_apart_ = false; ///< RecordingStatus::apart
  Sampler sampler_;
  SpinSites spin_sites_; ///< as `model_`
  RecordStream stream_;
  OpenMisses open_misses_; ///< as `model_`
  bool stack_known_ = false;
  /// Where a library lies that was loaded for kAllocationCall.
  struct Hidden {
    std::atomic<std::uint64_t> begin{0}, end{0}, bell{0};
  };
  std::array<Hidden, 2> hidden_;
  std::array<GuestThread *, kMaxVcpus> threads_{}; ///< by vcpu; each thread uses only its own entry
  std::array<std::atomic<std::uint64_t>, 4096> last_atomic_{}; ///< by line: who, and when
  Grants no_grants_;
  AccessLog no_log_;                          ///< of a thread that did not arrive: it has to ask
  std::array<AccessLog *, kMaxVcpus> logs_{}; ///< the same
  BusyMutex mutex_;                           ///< guards what follows
  std::vector<std::unique_ptr<GuestThread>> all_threads_;
  GuestThread *forker_ = nullptr; ///< the thread that is about to fork
  bool lost_threads_ = false;     ///< this process was forked while other threads ran
  GuestMaps maps_;
  SharedMappings shared_;                             ///< at present
  std::atomic<bool> sharing_changed_{};               ///< `mapped_` has to follow
  std::map<std::uint64_t, std::uint64_t> exit_words_; ///< by tid: GuestThread::exit_word
  MapChanges map_changes_;
  BurstRecord burst_;       ///< the present burst, with what lay before it
  std::uint64_t since_ = 0; ///< the accesses that are being played were after that time, ns
  std::uint64_t born_ = 0;  ///< the time at which the process, or its program, began
  std::string maps_text_;   ///< the last content of /proc/self/maps
  AllocationTable allocations_;
  unsigned blocks_doublings_ = 0; ///< RecordStream::doublings when a block was hit last
  CallStacks call_stacks_;
  StackRecord seen_stack_;   ///< the last one; its memory is used again
  std::uint32_t stacks_ = 0; ///< recorded so far
  std::uint32_t starts_ = 0; ///< of threads, looked at so far
  /// Where files are mapped; empty if that has to be looked up.
  std::vector<GuestMaps::Range> files_;
  std::uint32_t next_thread_ = 0;
  std::uint64_t next_exit_word_ = 0; ///< exit_word of the thread that is being started
  std::uint32_t pid_ = 0, parent_pid_ = 0;
  GuestMemory memory_;
  std::optional<GuestExec> exec_; ///< none: its programs run natively
  std::string name_;
};

} // namespace fsfind::record::sim
