// suspect: threads
// Counts of swimmers, the time of the last finish and the metres swum, which each swimmer's thread
// writes, lie beside a limit that each reads. Twist: static members, aligned only where they are
// defined, written by inline methods of a header; the callers are not in sight.
// also-true: fsfind-contended-atomic
#include "lanes.h"

std::int64_t clockNow();
OWN_LINE std::uint16_t Lanes::fewest_ = 2;
std::uint16_t Lanes::most_ = 8;                           // expect: fsfind-adjacent-globals
OWN_LINE std::atomic<std::int64_t> Lanes::lastFinish_{1}; // expect: fsfind-adjacent-globals
OWN_LINE std::atomic<std::uint64_t> Lanes::swum_{1};      // expect: fsfind-adjacent-globals
OWN_LINE Lanes::Packed Lanes::shares_;
bool Lanes::swim(int metres) {
  for (int left = metres; left > 0; left -= 25) {
    Shares seen, next;
    do {
      next = seen = shares_.get();
      if (seen.swimming >= most_ || seen.open < fewest_)
        return false;
      ++next.swimming;
    } while (!shares_.replace(seen, next));
    finished(clockNow(), 25);
  }
  return true;
}

void Lanes::supervise(std::int64_t now) {
  if (now - lastFinish_.load(std::memory_order_relaxed) > 1000)
    most_ = 4;
}
