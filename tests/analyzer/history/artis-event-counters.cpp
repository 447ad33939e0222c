// project: ARTIS (stats.cc, mpi_logging.h)
// reference: https://github.com/artis-mcrt/artis/pull/430 and pull/423 (read)
// kind: adjacent-globals
// starts: visible
// args: -fopenmp
// also-true: fsfind-contended-atomic
// wrong: counters of event types, bumped atomically by all threads for different events, are one packed global array, next to
//        an equally packed array of integer locks.
#include <array>
#include <cstddef>
#include <omp.h>
#include <vector>

namespace stats {
enum eventcounters { MA_ACTIVATION, MA_DEACTIVATION, K_STAT_TO_MA, RESONANCE, CELLCROSSINGS, UPSCATTER, COUNTER_COUNT };

#ifdef FIXED
struct alignas(64) EventCounter {
  long count = 0;
};
static std::array<EventCounter, COUNTER_COUNT> counters;
inline long& slot(eventcounters i) { return counters[i].count; }
#else
static std::array<long, COUNTER_COUNT> counters; // expect: fsfind-per-thread-slots|fsfind-adjacent-globals
inline long& slot(eventcounters i) { return counters[i]; }
#endif

void increment(eventcounters i) {
  long& counter = slot(i);
#pragma omp atomic
  counter++;
}

long get_counter(eventcounters i) { return slot(i); }
} // namespace stats

#ifdef FIXED
class alignas(64) PaddedMutex {
#else
class PaddedMutex {
#endif
public:
  void lock() {
    while (__atomic_exchange_n(&lock_, 1, __ATOMIC_ACQUIRE)) __builtin_ia32_pause();
  }
  void unlock() { __atomic_store_n(&lock_, 0, __ATOMIC_RELEASE); }

private:
  int lock_ = 0; // expect: fsfind-per-thread-slots
};

static std::array<PaddedMutex, 128> mutex_cells; // expect: fsfind-per-thread-slots

struct Packet {
  int cell;
  double nu;
  double energy;
  bool escaped() const { return nu <= 0; }
};

double step(Packet& pkt);

static void propagate(Packet& pkt, std::vector<double>& deposited) {
  while (!pkt.escaped()) {
    const double lost = step(pkt);
    if (lost > 0) {
      PaddedMutex& m = mutex_cells[pkt.cell % mutex_cells.size()];
      m.lock();
      deposited[pkt.cell] += lost;
      m.unlock();
      stats::increment(stats::RESONANCE);
    } else {
      stats::increment(stats::CELLCROSSINGS);
    }
  }
}

void update_packets(std::vector<Packet>& packets, std::vector<double>& deposited) {
#pragma omp parallel for schedule(dynamic, 64)
  for (std::size_t n = 0; n < packets.size(); n++) propagate(packets[n], deposited);
}
