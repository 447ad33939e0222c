// suspect: threads
// also-true: fsfind-contended-atomic
// A word exchanged and read by every reader of a reading room, the head of a list of readers gone,
// and a lock with the sums it guards lie in one line of a function's static variable. The readers'
// operation is called by a member pointer.
// as in: UnoDB, https://github.com/unodb-dev/unodb/pull/308
#include <atomic>
#include <mutex>

#ifdef FIXED
#define GROUP alignas(128)
#else
#define GROUP
#endif
struct Gone { Gone *before; };
class ReadingRoom {
public:
  static ReadingRoom &get() {
    static ReadingRoom room;
    return room;
  }
  long state() const { return state_.load(std::memory_order_acquire); }
  void rested(long old) {
    while (!state_.compare_exchange_weak(old, (old & 7) == 1 ? old + 15 : old - 1)) {
    }
  }
  void leaves(Gone *one) {
    one->before = gone_.load(std::memory_order_relaxed);
    while (!gone_.compare_exchange_weak(one->before, one)) {
    }
  }
  void sum(long visits) {
    std::lock_guard<std::mutex> hold(lock_);
    visits_ += visits;
  }
private:
  GROUP std::atomic<long> state_{8};        // expect: fsfind-adjacent-thread-fields
  GROUP std::atomic<Gone *> gone_{nullptr}; // expect: fsfind-adjacent-thread-fields
  GROUP std::mutex lock_;
  long visits_ = 0;
};

struct Reader {
  long seen = 0, visits = 0;
  ~Reader() {
    ReadingRoom::get().sum(visits);
    ReadingRoom::get().leaves(new Gone);
  }
  void turnPage() {
    if (ReadingRoom::get().state() != seen)
      ReadingRoom::get().rested(seen);
    visits++;
  }
};

void readAll(int pages, void (Reader::*operation)() = &Reader::turnPage) {
  Reader reader;
  for (int i = 0; i < pages; ++i)
    (reader.*operation)();
}
