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
    while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE)) {
    }
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
  explicit Ring(int file) {
    void *region = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    page = reinterpret_cast<FirstPage *>(region);
    data = static_cast<char *>(region) + 4096;
  }
  FirstPage *page;
  char *data;
};

struct Recorder {
  bool record(char value) {
    FirstPage *page = ring.page;
    page->lock.lock();
    const uint64_t at = page->recorded;
    if (at == seen + 4096)
      seen = __atomic_load_n(&page->plotted, __ATOMIC_ACQUIRE);
    const bool fits = at < seen + 4096;
    if (fits) {
      ring.data[at % 4096] = value;
      __atomic_store_n(&page->recorded, at + 1, __ATOMIC_RELEASE);
    }
    page->lock.unlock();
    return fits;
  }
  Ring &ring;
  uint64_t seen = 0;
};

struct Plotter {
  ~Plotter() { publish(); }
  bool next(char &value) {
    if (__atomic_load_n(&ring.page->recorded, __ATOMIC_ACQUIRE) == at)
      return false;
    value = ring.data[at++ % 4096];
    publish();
    return true;
  }
  void publish() { __atomic_store_n(&ring.page->plotted, at, __ATOMIC_RELEASE); }
  Ring &ring;
  uint64_t at = 0;
};
