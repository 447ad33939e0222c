// suspect: threads, object
// A queue of letters: the index that its owner moves lies beside the one that helpers move when
// they take from it. Twist: the indices are only loaded and stored, the helpers' under a mutex
// beside it; other sorters' queues come from an array of pointers.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <mutex>
#ifdef FIXED
#define APART alignas(128)
#else
#define APART
#endif
template <class Work, unsigned N> class Tray {
public:
  bool add(Work work) {
    const unsigned at = front_.load(std::memory_order_relaxed);
    if (!claim(at, kEmpty))
      return false;
    entries_[at % N].work = work;
    front_.store(at + 1, std::memory_order_relaxed);
    entries_[at % N].state.store(kFull, std::memory_order_release);
    return true;
  }
  bool help(Work &work) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const unsigned at = back_.load(std::memory_order_relaxed);
    if (!claim(at, kFull))
      return false;
    work = entries_[at % N].work;
    back_.store(at + 1, std::memory_order_relaxed);
    entries_[at % N].state.store(kEmpty, std::memory_order_release);
    return true;
  }
private:
  enum : unsigned char { kEmpty, kBusy, kFull };
  bool claim(unsigned at, unsigned char wanted) {
    return entries_[at % N].state.compare_exchange_strong(wanted, kBusy);
  }
  struct Entry {
    std::atomic<unsigned char> state{kEmpty};
    Work work;
  };
  APART std::atomic<unsigned> front_{0}; // expect: fsfind-adjacent-thread-fields
  APART std::atomic<unsigned> back_{0};  // expect: fsfind-adjacent-thread-fields
  std::mutex mutex_;
  APART Entry entries_[N];
};
using Letters = Tray<const char *, 1024>;
static Letters *trays[64];
void openTray(int sorter) { trays[sorter] = new Letters; }
bool lay(int sorter, const char *letter) { return trays[sorter]->add(letter); }
const char *helpOthers(unsigned from) {
  const char *letter = nullptr;
  for (unsigned i = 0; i < 64 && !trays[(from + i) % 64]->help(letter); ++i) {
  }
  return letter;
}
