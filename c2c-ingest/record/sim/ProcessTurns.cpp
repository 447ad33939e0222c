#include "c2c-ingest/record/sim/ProcessTurns.h"

#include "c2c-ingest/record/sim/Tasks.h"

#include <algorithm>
#include <ctime>
#include <unistd.h>
#include <utility>

namespace fsfind::record::sim {
namespace {

constexpr std::int64_t kLookAfterNs = 4'000'000;
/// So long a process that seems to run, but comes no further, is waited for.
constexpr std::int64_t kLongestWaitNs = 1'000'000'000;
/// So often in a row it has to be found asleep.
constexpr std::uint32_t kFewestSleeps = 2;
constexpr std::int64_t kLongestPatienceNs = 500'000'000;

std::int64_t monotonicNs() {
  constexpr std::int64_t kNsPerSecond = 1'000'000'000;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kNsPerSecond + now.tv_nsec;
}

bool isActive(const ProcessTable::Slot &slot) {
  return slot.state == ProcessTable::Runs || slot.state == ProcessTable::Wants;
}

} // namespace

/// Holds the table's mutex. What a killed holder left is a count that is wrong by one, made anew
/// here, or the state of a process that has ended.
class ProcessTurns::Lock {
public:
  explicit Lock(ProcessTable &table) : table_(table) { lock(); }
  ~Lock() { unlock(); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;
  void lock() {
    if (!table_.mutex.lock())
      table_.wanting = static_cast<std::uint32_t>(
          std::count_if(table_.slots.begin(), table_.slots.end(),
                        [](const auto &slot) { return slot.state == ProcessTable::Wants; }));
  }
  void unlock() { table_.mutex.unlock(); }

private:
  ProcessTable &table_;
};

void ProcessTurns::expectChild() {
  child_ = kNoSlot;
  if (table_ == nullptr || !takesPart())
    return;
  const Lock lock(*table_);
  child_ = takeSlot(ProcessTable::kUnborn);
  if (child_ == kNoSlot)
    return;
  table_->slots[child_].clock = own().clock.load();
  table_->slots[child_].state = ProcessTable::Runs;
}

void ProcessTurns::becomeNew() {
  slot_ = std::exchange(child_, kNoSlot);
  offset_ = turn_end_ = 0;
  left_out_ = false;
  pid_ = static_cast<std::uint32_t>(getpid());
  std::uint32_t unborn = ProcessTable::kUnborn;
  comes_back_ = slot_ != kNoSlot && own().pid.compare_exchange_strong(unborn, pid_);
  if (!comes_back_)
    slot_ = kNoSlot; // none was kept, or it was given up
}

/// False also if others took this process for a dead one.
bool ProcessTurns::takesPart() const {
  return slot_ != kNoSlot && own().pid.load(std::memory_order_relaxed) == pid_;
}

/// A free slot for the process, which is away; if there is none, that of a process that was killed
/// while nobody waited for it. kNoSlot if all are in use.
std::uint32_t ProcessTurns::takeSlot(std::uint32_t pid) {
  for (const bool of_killed : {false, true})
    for (std::uint32_t slot = 0; slot < ProcessTable::kMost; ++slot) {
      ProcessTable::Slot &one = table_->slots[slot];
      const bool unborn = one.pid == ProcessTable::kUnborn;
      // A slot with this process's number is of an earlier process that was killed.
      const bool left = !unborn && (one.pid == pid ||
                                    (of_killed && stateOfProcess(one.pid) == ProcessState::Ended));
      if (one.state != ProcessTable::Free && !left)
        continue;
      if (one.state != ProcessTable::Free)
        drop(slot, ProcessTable::Free);
      one.pid = pid;
      one.clock = 0;
      one.state = ProcessTable::Away;
      table_->used = std::max(table_->used.load(), slot + 1);
      return slot;
    }
  return kNoSlot;
}

bool ProcessTurns::findSlot() {
  pid_ = static_cast<std::uint32_t>(getpid());
  slot_ = takeSlot(pid_);
  left_out_ = slot_ == kNoSlot;
  return !left_out_;
}

void ProcessTurns::setState(ProcessTable::State state) {
  table_->wanting += state == ProcessTable::Wants;
  table_->wanting -= own().state == ProcessTable::Wants;
  own().state = state;
}

/// The process goes on where the others are: at the clock of who is behind, if somebody runs.
void ProcessTurns::comeBack() {
  const std::uint32_t other = first(slot_);
  const std::uint64_t present =
      other == kNoSlot ? table_->latest.load() : table_->slots[other].clock.load();
  own().clock = std::max(own().clock.load(), present);
  comes_back_ = true;
  setState(ProcessTable::Runs);
}

/// The clock in common; it does not go back.
std::uint64_t ProcessTurns::common(std::uint64_t clock) {
  if (comes_back_.exchange(false))
    offset_ = std::max(offset_ + clock, own().clock.load()) - clock;
  return std::max(offset_ + clock, own().clock.load());
}

void ProcessTurns::takePart() {
  if (table_ == nullptr || left_out_ || takesPart())
    return;
  const Lock lock(*table_);
  if (findSlot())
    comeBack();
}

void ProcessTurns::take(std::uint64_t clock) {
  if (left_out_)
    return;
  Lock lock(*table_);
  if (!takesPart() && !findSlot())
    return;
  if (own().state == ProcessTable::Away)
    comeBack();
  own().clock = common(clock);
  own().turn = 0;
  release();
  setState(ProcessTable::Wants);
  give();
  while (table_->holder != slot_ + 1) {
    // Of all that wait, one looks each kLookAfterNs.
    const std::int64_t patience =
        std::clamp(kLookAfterNs * table_->wanting, kLookAfterNs, kLongestPatienceNs);
    lock.unlock();
    const bool woken = futexWait(own().turn, 0, patience, Among::Processes);
    lock.lock();
    if (!takesPart())
      return; // taken for a dead one; the next time it takes another slot
    own().turn = 0;
    setState(ProcessTable::Wants); // another one may have taken it for a sleeping one
    if (!woken)
      lookAtObstacle();
    give();
  }
  setState(ProcessTable::Runs);
  table_->latest = std::max(table_->latest.load(), own().clock.load());
  turn_end_ = clock + nextTurn();
}

void ProcessTurns::pass(std::uint64_t clock) {
  if (!takesPart())
    return;
  const bool holds = table_->holder == slot_ + 1, ends = holds && clock >= turn_end_;
  if (own().state == ProcessTable::Runs && !ends && (holds || table_->wanting == 0) &&
      !comes_back_) {
    own().clock = common(clock);
    return;
  }
  const Lock lock(*table_);
  if (own().state == ProcessTable::Away)
    comeBack();
  own().clock = common(clock);
  if (ends)
    release();
  give();
}

void ProcessTurns::leave() {
  if (table_ == nullptr || !takesPart() || own().state == ProcessTable::Away)
    return;
  const Lock lock(*table_);
  setState(ProcessTable::Away);
  release();
  give();
}

void ProcessTurns::enter() {
  if (table_ == nullptr || !takesPart() || own().state != ProcessTable::Away)
    return;
  const Lock lock(*table_);
  if (own().state == ProcessTable::Away)
    comeBack();
}

void ProcessTurns::end() {
  if (table_ == nullptr || !takesPart())
    return;
  leave();
  const Lock lock(*table_);
  own().pid = 0;
  own().state = ProcessTable::Free;
  slot_ = kNoSlot;
}

void ProcessTurns::release() {
  if (table_->holder == slot_ + 1)
    table_->holder = 0;
}

/// The slot that is behind all others, of those that want a turn if several are; kNoSlot if no
/// process runs.
std::uint32_t ProcessTurns::first(std::uint32_t but) const {
  std::uint32_t found = kNoSlot;
  for (std::uint32_t slot = 0; slot < table_->used; ++slot) {
    const ProcessTable::Slot &one = table_->slots[slot];
    if (slot == but || !isActive(one))
      continue;
    const bool ahead =
        found != kNoSlot &&
        (one.clock > table_->slots[found].clock ||
         (one.clock == table_->slots[found].clock && one.state != ProcessTable::Wants));
    if (!ahead)
      found = slot;
  }
  return found;
}

/// If nobody has the turn, it goes to the process that is behind, as soon as that wants it.
void ProcessTurns::give() {
  if (table_->holder != 0)
    return;
  const std::uint32_t next = first(kNoSlot);
  if (next == kNoSlot || table_->slots[next].state != ProcessTable::Wants)
    return;
  table_->holder = next + 1;
  if (next == slot_)
    return;
  table_->slots[next].turn = 1;
  futexWake(table_->slots[next].turn, 1, Among::Processes);
}

/// Nobody gave this process the turn for a while: who it waits for may sleep, or be dead.
void ProcessTurns::lookAtObstacle() {
  const std::uint32_t holder = table_->holder;
  const std::uint32_t slot = holder != 0 ? holder - 1 : first(kNoSlot);
  if (slot == kNoSlot || slot == slot_)
    return;
  const ProcessTable::Slot &other = table_->slots[slot];
  ProcessTable::Obstacle &obstacle = table_->obstacle;
  const std::int64_t now = monotonicNs();
  if (obstacle.slot != slot || obstacle.clock != other.clock)
    obstacle = {slot, 0, other.clock, now};
  const std::int64_t waited = now - obstacle.since;
  if (waited < kLookAfterNs)
    return;
  const bool unborn = other.pid == ProcessTable::kUnborn;
  const ProcessState state = unborn ? ProcessState::Runs : stateOfProcess(other.pid);
  if (state == ProcessState::Ended || (unborn && waited >= kLongestWaitNs))
    return drop(slot, ProcessTable::Free);
  obstacle.sleeps = state == ProcessState::Sleeps ? obstacle.sleeps + 1 : 0;
  if (obstacle.sleeps == kFewestSleeps || waited >= kLongestWaitNs)
    drop(slot, ProcessTable::Away);
}

/// Nobody waits for the process of that slot any more.
void ProcessTurns::drop(std::uint32_t slot, ProcessTable::State state) {
  ProcessTable::Slot &other = table_->slots[slot];
  table_->wanting -= other.state == ProcessTable::Wants;
  other.state = state;
  if (state == ProcessTable::Free)
    other.pid = 0;
  if (table_->holder == slot + 1)
    table_->holder = 0;
}

/// Instructions of a turn; with a seed they differ by up to a quarter.
std::uint64_t ProcessTurns::nextTurn() {
  const std::uint64_t quarter = in_order_ ? 0 : quantum_ / 4;
  return quantum_ - quarter + random_() % (quarter * 2 + 1);
}

} // namespace fsfind::record::sim
