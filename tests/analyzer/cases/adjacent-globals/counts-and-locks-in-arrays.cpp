// Counts of events in the life of pollen, and spin locks of the squares of a meadow, are packed
// static arrays that all threads of a parallel loop write. Twist: an accessor returns a reference
// to the count of an event, two calls below the loop; a lock is chosen by the square's number.
// args: -fopenmp
// suspect: line
// also-true: fsfind-contended-atomic
#include <array>
#include <cstddef>

enum Event { kDrifted, kLanded, kWashed, kEaten, kSprouted, kAll };
Event follow(std::size_t grain, int step);
#ifdef FIXED
#define ALONE alignas(64)
#else
#define ALONE
#endif
struct ALONE Count {
  long value = 0;
};
class ALONE Lock {
public:
  void acquire() {
    while (__atomic_exchange_n(&taken_, 1, __ATOMIC_ACQUIRE)) {
    }
  }
  void release() { __atomic_store_n(&taken_, 0, __ATOMIC_RELEASE); }
private:
  int taken_ = 0;
};
static std::array<Count, kAll> counts; // expect: fsfind-per-thread-slots | fsfind-adjacent-globals
static std::array<Lock, 128> locks; // expect: fsfind-per-thread-slots | fsfind-adjacent-globals
static float cover[4096];
static inline long &countOf(Event event) { return counts[event].value; }
static void note(Event event) {
  long &count = countOf(event);
#pragma omp atomic
  count += 1;
}

static void settle(std::size_t square) {
  Lock &lock = locks[square % locks.size()];
  lock.acquire();
  cover[square] += 0.5f;
  lock.release();
}

void simulate(std::size_t grains) {
#pragma omp parallel for schedule(dynamic)
  for (std::size_t grain = 0; grain < grains; ++grain)
    for (int step = 0; step < 100; ++step) {
      note(follow(grain, step));
      settle((grain + step) % 4096);
    }
}
