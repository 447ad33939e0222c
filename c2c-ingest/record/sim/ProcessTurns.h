#pragma once

#include "c2c-ingest/record/layout/RobustMutex.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <random>

/// Lets processes that share memory access it in turn, each for a quantum of its own instructions,
/// as the slices of one process's threads are. Who is behind by its clock goes first; a process
/// waits only before an access to shared memory, and for those that run and are behind it.
///
/// Nobody waits for a process that sleeps in a system call, has ended, was killed, or has not come
/// further for a second. One that comes back goes on at the clock at which the others
/// are. So the order in which processes share memory is as fine as that of threads, but depends on
/// the host: nothing is repeatable across processes.
namespace fsfind::record::sim {

/// What all processes know of each other; it lies in memory that they share, zeroed at first.
/// Whoever is killed while it changes this leaves a mutex that others recover.
struct ProcessTable {
  enum State : std::uint32_t {
    Free,
    Away,  ///< nobody waits for it
    Runs,  ///< or holds the turn
    Wants, ///< waits for a turn
  };
  struct Slot {
    std::atomic<std::uint32_t> state, pid; ///< pid kUnborn: of a child that is being forked
    std::atomic<std::uint32_t> turn;       ///< a futex: 1 wakes the process to look for its turn
    std::atomic<std::uint64_t> clock;      ///< instructions, on a clock that all have in common
  };
  /// A process for which others wait, and since when it has not come further.
  struct Obstacle {
    std::uint32_t slot, sleeps; ///< `sleeps`: how often it was found asleep, one after the other
    std::uint64_t clock;
    std::int64_t since; ///< ns of the monotonic clock
  };
  static constexpr std::uint32_t kMost = 1024; ///< processes that take turns
  static constexpr std::uint32_t kUnborn = ~0U;

  RobustMutex mutex; ///< guards what follows, but for reading it and a process's own clock
  std::atomic<std::uint32_t> holder; ///< slot + 1; 0 if nobody has the turn
  std::atomic<std::uint32_t> wanting;
  std::atomic<std::uint32_t> used;   ///< slots beyond this were never used
  std::atomic<std::uint64_t> latest; ///< the greatest clock at which a turn began
  std::array<Slot, kMost> slots;
  Obstacle obstacle; ///< whom a waiting process found in its way last
};

/// A process's part in the turns. To be used by one thread at a time, but for `enter`
/// and `leave`.
class ProcessTurns {
public:
  ProcessTurns(std::uint32_t quantum, std::uint64_t seed)
      : quantum_(quantum), random_(seed), in_order_(seed == 0) {}

  /// The processes of `table` are those that share memory with this one.
  void join(ProcessTable *table) { table_ = table; }
  /// Before a fork: from now on others wait for the child as for a process that runs, so that it
  /// begins at this process's clock however late the host lets it run.
  void expectChild();
  /// In a forked child: it takes the part that is kept for it, if any.
  void becomeNew();

  /// True if the process may access shared memory at this clock of its own, in instructions.
  [[nodiscard]] bool hasTurn(std::uint64_t clock) const {
    return clock < turn_end_ && table_->holder.load(std::memory_order_relaxed) == slot_ + 1;
  }
  /// It takes part from now on, and runs.
  void takePart();
  /// Waits until it may. It takes part from now on.
  void take(std::uint64_t clock);
  /// The process has come to that clock without an access to shared memory.
  void pass(std::uint64_t clock);
  /// From now on nobody waits for it, until `take`, `pass` or `enter`.
  void leave();
  /// It runs again, if it takes part.
  void enter();
  /// It takes part no more.
  void end();
  /// No slot was free, so it takes no turns.
  [[nodiscard]] bool isLeftOut() const { return left_out_; }

private:
  class Lock;
  static constexpr std::uint32_t kNoSlot = ~0U - 1;

  [[nodiscard]] ProcessTable::Slot &own() const { return table_->slots[slot_]; }
  [[nodiscard]] bool takesPart() const;
  [[nodiscard]] std::uint32_t takeSlot(std::uint32_t pid);
  bool findSlot();
  void comeBack();
  std::uint64_t common(std::uint64_t clock);
  void release();
  void give();
  [[nodiscard]] std::uint32_t first(std::uint32_t but) const;
  void setState(ProcessTable::State state);
  void lookAtObstacle();
  void drop(std::uint32_t slot, ProcessTable::State state);
  std::uint64_t nextTurn();

  ProcessTable *table_ = nullptr;
  std::uint32_t slot_ = kNoSlot, pid_ = 0;
  std::uint32_t child_ = kNoSlot;       ///< kept for the child that is forked next
  std::uint64_t offset_ = 0;            ///< common clock - own clock
  std::atomic<bool> comes_back_{false}; ///< `offset_` has to be made anew
  std::uint64_t turn_end_ = 0;          ///< own clock
  bool left_out_ = false;
  std::uint64_t quantum_;
  std::mt19937_64 random_;
  bool in_order_;
};

} // namespace fsfind::record::sim
