// Counters of a lending library in one global record: threads at the desk bump some for each loan,
// threads at the returns box bump others. Twist: a counter is a small class with overloaded
// operators around the atomic, and the threads, several of each kind, are detached.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <cstdint>
#include <thread>
#ifdef FIXED
class alignas(64) Tally {
#else
class Tally {
#endif
public:
  void operator++(int) { count_.fetch_add(1, std::memory_order_relaxed); }
  void operator+=(std::uint64_t by) { count_ += by; }
private:
  std::atomic<std::uint64_t> count_{0};
};
struct Totals {
  Tally loans;     // expect: fsfind-adjacent-globals | fsfind-adjacent-thread-fields
  Tally pagesLent; // expect: fsfind-adjacent-globals | fsfind-adjacent-thread-fields
  Tally returns;   // expect: fsfind-adjacent-globals | fsfind-adjacent-thread-fields
  Tally daysLate;  // expect: fsfind-adjacent-globals | fsfind-adjacent-thread-fields
};
static Totals totals;
struct Counter {
  bool next(std::uint64_t &pagesOrDays);
};
static void lend(Counter *desk) {
  for (std::uint64_t pages = 0; desk->next(pages);) {
    totals.loans++;
    totals.pagesLent += pages;
  }
}

static void takeBack(Counter *box) {
  for (std::uint64_t late = 0; box->next(late);) {
    totals.returns++;
    if (late > 0)
      totals.daysLate += late;
  }
}

void open(Counter *desks, int desksOpen, Counter *boxes, int boxesOpen) {
  for (int i = 0; i < desksOpen; ++i) {
    std::thread clerk(lend, &desks[i]);
    clerk.detach();
  }
  for (int i = 0; i < boxesOpen; ++i) {
    std::thread sorter(takeBack, &boxes[i]);
    sorter.detach();
  }
}
