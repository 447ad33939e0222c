#pragma once
#include <pthread.h>

#ifdef FIXED
#define LINE_ALIGNED __attribute__((aligned(64)))
#else
#define LINE_ALIGNED
#endif
struct LINE_ALIGNED Bell {
  int heard() const { return __atomic_load_n(&rung_, __ATOMIC_ACQUIRE); }
  void ring();
  void wait(int heard);
  int rung_ = 0; // expect: fsfind-per-thread-slots
};

class Kitchen {
public:
  void open(pthread_t *threads, int cooks);
  void order();

private:
  friend struct Cook;
  static const unsigned kBells = 4;
  static void *runCook(void *kitchen);
  Bell bells_[kBells]; // expect: fsfind-per-thread-slots
};

struct Cook {
  explicit Cook(Kitchen *kitchen);
  void work(Kitchen *kitchen);
  Bell *bell_;
};
unsigned identityHash(pthread_t thread);
bool bake();
