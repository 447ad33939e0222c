// A class whose counts two threads change in turns, among functions and with initial values.
#include <atomic>
#include <cstdio>
#include <pthread.h>
#include <thread>

constexpr int kRounds = 40000;
constexpr int kLineBytes = 64;

class Meter {
public:
  void read() {
    for (int i = 0; i < kRounds; i++) {
      reads_.fetch_add(1, std::memory_order_relaxed);
      read_bytes_.fetch_add(i, std::memory_order_relaxed);
    }
  }
  void write() {
    for (int i = 0; i < kRounds; i++) {
      writes_.fetch_add(1, std::memory_order_relaxed);
      written_bytes_.fetch_add(2 * i, std::memory_order_relaxed);
    }
  }
  long sum() const { return reads_ + 3 * writes_ + 5 * read_bytes_ + 7 * written_bytes_; }

private:
  /// Of whoever reads.
  std::atomic<long> reads_{0};
  std::atomic<long> writes_{0}; ///< the writer's
  std::atomic<long> read_bytes_{1};

  static int instances() { return 1; }

  std::atomic<long> written_bytes_{2}; // with what was
                                       // written before
};

static Meter meter;
static pthread_barrier_t both;

static void read_all() {
  pthread_barrier_wait(&both);
  meter.read();
}

static void write_all() {
  pthread_barrier_wait(&both);
  meter.write();
}

int main(int argc, char **) {
#ifdef SIZES
  if (argc > 1)
    return std::printf("Meter %zu\n", sizeof(Meter)) < 0;
#endif
  pthread_barrier_init(&both, nullptr, 2);
  std::thread reader(read_all), writer(write_all);
  reader.join();
  writer.join();
  std::printf("%ld %d\n", meter.sum(), kLineBytes);
}
