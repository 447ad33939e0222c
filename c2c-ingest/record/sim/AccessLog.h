#pragma once

#include "c2c-ingest/record/layout/Options.h"
#include "c2c-ingest/record/sim/Grants.h"
#include "c2c-ingest/record/sim/RecentLines.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

/// What guest threads access while they run freely, kept until the model plays it.
namespace fsfind::record::sim {

/// One access. Kept in 16 bytes: user addresses have at most 56 bits, those of code at most 48.
class LoggedAccess {
public:
  /// Load and Store: an atomic read-modify-write. Sampled: the store is to be recorded; otherwise
  /// the model counts stores, and decides. Worked: the thread has stored since the last access that
  /// was logged. Changed: a load that gives something else than the last one like it, and the
  /// thread has not stored between them.
  enum Kind : std::uint8_t { Load = 8, Store = 16, Sampled = 32, Worked = 64, Changed = 128 };

  LoggedAccess() = default;
  /// `size_shift`: binary logarithm of the bytes. `clock` is less than kMostWindow + kMostBlock; of
  /// accesses that nobody plays, it may be more.
  LoggedAccess(std::uint64_t ip, std::uint64_t address, unsigned kind, unsigned size_shift,
               std::uint64_t clock)
      : place_(address << 8 | kind | size_shift), code_(ip << 16 | (clock & 0xffff)) {}

  [[nodiscard]] std::uint64_t address() const { return place_ >> 8; }
  [[nodiscard]] std::uint32_t size() const { return 1U << (place_ & 7U); }
  [[nodiscard]] bool loads() const { return (place_ & Load) != 0; }
  [[nodiscard]] bool stores() const { return (place_ & Store) != 0; }
  [[nodiscard]] bool sampled() const { return (place_ & Sampled) != 0; }
  [[nodiscard]] bool worked() const { return (place_ & Worked) != 0; }
  [[nodiscard]] bool changed() const { return (place_ & Changed) != 0; }
  [[nodiscard]] std::uint64_t ip() const { return code_ >> 16; }
  /// Instructions from the begin of its batch's window to the one that accesses.
  [[nodiscard]] std::uint64_t clock() const { return code_ & 0xffff; }
  [[nodiscard]] LoggedAccess at(std::uint64_t clock) const {
    LoggedAccess copy = *this;
    copy.code_ = ip() << 16 | (clock & 0xffff);
    return copy;
  }
  bool operator==(const LoggedAccess &) const = default;

private:
  std::uint64_t place_ = 0, code_ = 0;
};

/// Instructions of a block of code (QEMU's TCG_MAX_INSNS is 512). A clock holds a window and a
/// block.
inline constexpr std::uint64_t kMostBlock = 1024;
static_assert(kMostWindow + kMostBlock < 1U << 16);

/// Accesses of one thread in the order in which it made them.
struct AccessBatch {
  static constexpr std::size_t kCapacity = 8192;

  /// So many accesses of the batch had been made at that simulated time (ns), and by that clock of
  /// the window; those since the stamp before from these on.
  struct Stamp {
    std::size_t count = 0;
    std::uint64_t time = 0, clock = 0;
    std::uint64_t time_before = time, clock_before = clock;

    [[nodiscard]] std::uint64_t timeAt(std::uint64_t at) const {
      if (at >= clock || at < clock_before)
        return at < clock_before ? time_before : time;
      return time_before + (time - time_before) * (at - clock_before) / (clock - clock_before);
    }
  };

  std::uint64_t begin = 0; ///< the clock at which its window began
  std::size_t count = 0;   ///< of `accesses`; set when the batch is handed over
  std::vector<Stamp> stamps;
  std::array<LoggedAccess, kCapacity> accesses;

  /// The time of the access, as soon as it is known.
  [[nodiscard]] std::uint64_t timeOf(std::size_t access) const {
    for (const Stamp &stamp : stamps)
      if (access < stamp.count)
        return stamp.timeAt(accesses[access].clock());
    return stamps.empty() ? 0 : stamps.back().time;
  }
};

/// Where a thread's next access goes. It alone writes here while it runs; only `limit` is set by
/// others, who thus call it.
struct alignas(64) AccessLog {
  LoggedAccess *next = nullptr, *end = nullptr;
  std::uint64_t clock = 0;             ///< instructions since the window began, to the block's end
  std::atomic<std::uint64_t> limit{0}; ///< the clock at which the thread has to ask
  std::uint64_t slice_begin = 0, slice_end = 0; ///< of the present slice, by the same clock
  std::uint64_t stores = 1;                     ///< not logged, until the next one that is sampled
  const Grants *grants = nullptr;               ///< what need not be logged
  bool idle = false;                            ///< nothing is logged: between bursts
  bool keeps_all = false;                       ///< nothing but what is granted is left out
  std::uint64_t noted_stores = 1;               ///< `stores` when an access was logged last
  struct Moment {
    std::uint64_t ip = 0, clock = 0;
    bool operator==(const Moment &) const = default;
  };
  Moment due; ///< of an instruction that stored when a sample was due
  struct Seen {
    std::uint64_t ip = 0, address = 0, value = 0;
  };
  std::array<Seen, 8> seen{}; ///< by loads, of those that were logged last
  RecentLines recent;         ///< what need not be logged for the rest of the slice

  /// A block of code of so many instructions begins: false if the thread has to pause first.
  [[nodiscard]] bool runs(std::uint64_t instructions) {
    const std::uint64_t then = clock + instructions;
    if (then > slice_end || then >= limit.load(std::memory_order_relaxed))
      return false;
    clock = then;
    return true;
  }
  [[nodiscard]] bool mayWait(std::uint64_t instructions) const {
    return clock + instructions >= limit.load(std::memory_order_relaxed);
  }
  /// Whether an access, of that LoggedAccess::Kind, need not be noted. So it is for most of them,
  /// and nothing else is done for these.
  [[nodiscard]] bool passes(std::uint64_t address, unsigned kind, unsigned size_shift) {
    if (idle)
      return true;
    const bool stored = (kind & LoggedAccess::Store) != 0;
    const std::uint64_t size = std::uint64_t{1} << size_shift;
    if (grants->allow(address, size, stored))
      return !stored || --stores != 0;
    if (!recent.hold(address, size, stored))
      return false;
    return stored ? --stores != 0 : hasStored();
  }
  /// A store is to be sampled. QEMU reports 16 bytes as two stores, of which the first tells where
  /// they begin: so not this one is taken, but the first one of the next instruction. Whether it
  /// is.
  [[nodiscard]] bool beginsAnother(std::uint64_t ip, std::uint64_t left) {
    const Moment now{ip, clockAt(left)}, before = std::exchange(due, now);
    if (before == Moment() || before == now)
      return false;
    due = {};
    return true;
  }
  [[nodiscard]] bool hasStored() const { return stores != noted_stores; }
  /// Whether the thread may meet another one by an access that is about to be logged: it changes
  /// memory atomically, or loads the same again and again.
  [[nodiscard]] bool mayMeet(std::uint64_t ip, std::uint64_t address, unsigned kind) const {
    constexpr std::ptrdiff_t kTimes = 4;
    if ((kind & LoggedAccess::Store) != 0)
      return (kind & LoggedAccess::Load) != 0;
    if (hasStored() || end - next > static_cast<std::ptrdiff_t>(AccessBatch::kCapacity) - kTimes)
      return false;
    return std::all_of(next - kTimes, next, [&](const LoggedAccess &before) {
      return before.ip() == ip && before.address() == address && !before.stores();
    });
  }
  /// Of a load that is about to be logged, and its value: LoggedAccess::Changed, or 0.
  [[nodiscard]] unsigned compare(std::uint64_t ip, std::uint64_t address, std::uint64_t value) {
    Seen &before = seen[(address / sizeof(value)) % seen.size()];
    const bool changed =
        !hasStored() && before.ip == ip && before.address == address && before.value != value;
    before = {ip, address, value};
    return changed ? LoggedAccess::Changed : 0;
  }
  /// Logs an access; there is room for it.
  void add(std::uint64_t ip, std::uint64_t address, unsigned kind, unsigned size_shift,
           std::uint64_t left) {
    const std::uint64_t at = clockAt(left);
    recent.add(address, std::uint64_t{1} << size_shift, (kind & LoggedAccess::Store) != 0,
               at >= slice_begin && !keeps_all);
    if (hasStored())
      kind |= LoggedAccess::Worked;
    noted_stores = stores;
    *next++ = LoggedAccess(ip, address, kind, size_shift, at);
  }

  /// The clock when so many instructions of the present block were left. The window may have begun
  /// within the block.
  [[nodiscard]] std::uint64_t clockAt(std::uint64_t left) const {
    return clock > left ? clock - left : 0;
  }
};

/// Batches that are used again and again.
class BatchPool {
public:
  using Batch = std::unique_ptr<AccessBatch>;
  Batch get() {
    const std::lock_guard lock(mutex_);
    if (free_.empty())
      return std::make_unique<AccessBatch>();
    Batch batch = std::move(free_.back());
    free_.pop_back();
    return batch;
  }
  void put(Batch batch) {
    batch->count = 0;
    batch->stamps.clear();
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(batch));
  }

private:
  std::mutex mutex_;
  std::vector<Batch> free_;
};

} // namespace fsfind::record::sim
