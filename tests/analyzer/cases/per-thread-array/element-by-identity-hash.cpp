// Four one-word bells lie in an array of the kitchen; each cook waits in a loop on the bell that
// a hash of the thread's identity assigns to it, while other threads ring. The element is kept as
// a pointer in an object of the thread.
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef FIXED
#define LINE_ALIGNED __attribute__((aligned(64)))
#else
#define LINE_ALIGNED
#endif
unsigned identityHash(pthread_t thread);
bool bake();

struct LINE_ALIGNED Bell {
  int heard() const { return __atomic_load_n(&rung, __ATOMIC_ACQUIRE); }
  void wait(int heard) { syscall(SYS_futex, &rung, FUTEX_WAIT_PRIVATE, heard, nullptr); }
  void ring() {
    __atomic_fetch_add(&rung, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &rung, FUTEX_WAKE_PRIVATE, 1);
  }
  int rung = 0; // expect: fsfind-per-thread-slots
};

class Kitchen {
  friend struct Cook;
  static const unsigned kBells = 4;
  static void *runCook(void *kitchen);
  Bell bells_[kBells]; // expect: fsfind-per-thread-slots

public:
  void open(pthread_t *threads, int cooks) {
    for (int i = 0; i < cooks; ++i)
      pthread_create(&threads[i], nullptr, runCook, this);
  }
  void order() {
    const unsigned bell = identityHash(pthread_self()) % kBells;
    for (unsigned i = 0; i < kBells; ++i)
      bells_[(bell + i) % kBells].ring();
  }
};

struct Cook {
  explicit Cook(Kitchen *kitchen)
      : bell(&kitchen->bells_[identityHash(pthread_self()) % Kitchen::kBells]) {}
  Bell *bell;
};

void *Kitchen::runCook(void *kitchen) {
  static thread_local Cook self(static_cast<Kitchen *>(kitchen));
  for (;;) {
    const int heard = self.bell->heard();
    while (bake())
      static_cast<Kitchen *>(kitchen)->order();
    self.bell->wait(heard);
  }
}
