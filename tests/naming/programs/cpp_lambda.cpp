// A struct and scalars on main's stack, captured by reference.
#include "tests/naming/programs/support.h"

#include <atomic>
#include <thread>
#include <vector>

namespace {

struct Tally {
  std::atomic<long> accepted{0};
  std::atomic<long> refused{0};
  long checked[2] = {0, 0};
};

} // namespace

int main() {
  Tally tally;
  std::atomic<unsigned> next{0};
  constexpr unsigned kLast = 40000;
  TELL_MEMBER("stack", "tally", -1, "Tally", tally, accepted);
  TELL_MEMBER("stack", "tally", -1, "Tally", tally, refused);
  TELL_MEMBER("stack", "tally", -1, "Tally", tally, checked);
  TELL_OBJECT("stack", "next", -1, "std::atomic<unsigned>", next);
  std::vector<std::thread> threads;
  for (int self = 0; self < 4; ++self)
    threads.emplace_back([&tally, &next, self] {
      while (next.fetch_add(1, std::memory_order_relaxed) < kLast) {
        const unsigned seed = work(static_cast<unsigned>(self));
        if (self % 2 == 0)
          tally.accepted.fetch_add(seed & 1, std::memory_order_relaxed);
        else
          tally.refused++;
        if (self < 2)
          tally.checked[self] += seed & 3;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  return tally.accepted + tally.refused == 0;
}
