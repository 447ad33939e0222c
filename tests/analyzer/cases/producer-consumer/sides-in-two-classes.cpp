// suspect: threads, object
// The first page of a ring in shared memory holds the position and the lock of the writers of
// seismograms beside the position of the one reader in another process. Twist: the roles are two
// classes that hold the ring by reference; the page is a cast of what mmap returns.
// also-true: fsfind-contended-atomic
#include <cstdint>
#include <sys/mman.h>

#ifdef FIXED
#define OWN_PLACE alignas(128)
#else
#define OWN_PLACE
#endif
struct ByteLock {
  void lock() {
    while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE))
      ;
  }
  void unlock() { __atomic_clear(&taken, __ATOMIC_RELEASE); }
  bool taken;
};
struct FirstPage {
  OWN_PLACE uint64_t recorded; // expect: fsfind-adjacent-thread-fields
  ByteLock lock;               // expect: fsfind-adjacent-thread-fields
  OWN_PLACE uint64_t plotted;  // expect: fsfind-adjacent-thread-fields
};
struct Ring {
  explicit Ring(int file)
      : data(mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)),
        page(reinterpret_cast<FirstPage *>(data)) {}
  char &at(uint64_t place) { return static_cast<char *>(data)[4096 + place % 4096]; }
  void *const data;
  FirstPage *const page;
};
struct Recorder {
  void record(char value) {
    ring.page->lock.lock();
    const uint64_t at = ring.page->recorded;
    while (at == seen + 4096)
      seen = __atomic_load_n(&ring.page->plotted, __ATOMIC_ACQUIRE);
    ring.at(at) = value;
    __atomic_store_n(&ring.page->recorded, at + 1, __ATOMIC_RELEASE);
    ring.page->lock.unlock();
  }
  Ring &ring;
  uint64_t seen = 0;
};
struct Plotter {
  ~Plotter() { publish(); }
  char next() {
    while (__atomic_load_n(&ring.page->recorded, __ATOMIC_ACQUIRE) == place) {
    }
    const char value = ring.at(place++);
    publish();
    return value;
  }
  void publish() { __atomic_store_n(&ring.page->plotted, place, __ATOMIC_RELEASE); }
  Ring &ring;
  uint64_t place = 0;
};
