#pragma once

#include "c2c-ingest/record/instrumented/Runtime.h"

#include <atomic>
#include <ctime>

/// Waiting, in a way of which the simulator is told. A lock of the C library lets a thread sleep in
/// a system call that nobody here sees; so a thread that finds a lock taken waits at a gate of this
/// library instead, tries again when it opens, and who releases the lock opens the gate.
namespace fsfind::record::instrumented {

/// futex(2), and the simulator is told of it. What the call returned, or its negative error.
long toldFutex(std::atomic<std::uint32_t> &word, int operation, std::uint32_t value,
               const timespec *timeout);

/// Until when somebody waits; without a time, for ever.
struct Deadline {
  const timespec *time = nullptr;
  clockid_t clock = CLOCK_REALTIME;
};

/// Objects share gates by their addresses, and processes share none: so nobody waits for long
/// without a look.
class Gate {
public:
  static Gate &of(const volatile void *object);

  /// To be called before the last look at what is waited for.
  std::uint32_t come() {
    waiting_.fetch_add(1);
    return opened_.load();
  }
  void go() { waiting_.fetch_sub(1); }
  enum class End : std::uint8_t { Opened, Looked, TimedOut, Interrupted };
  /// Waits until the gate opens that was `seen`, or for a look.
  End wait(std::uint32_t seen, const Deadline &deadline);
  /// So many of those that wait may go on.
  void open(int threads) {
    if (waiting_.load() == 0)
      return;
    opened_.fetch_add(1);
    wake(threads);
  }

  /// All that wait anywhere look once more.
  static void openAll();

private:
  void wake(int threads);

  std::atomic<std::uint32_t> opened_{0}, waiting_{0};
};

} // namespace fsfind::record::instrumented
