// Four one-word bells lie in an array of the kitchen; each cook waits in a loop on the bell that
// a hash of the thread's identity assigns to it, while other threads ring. The element is kept as
// a pointer in an object of the thread, and is rung in another file.
#include "kitchen.h"

static thread_local Cook *self = nullptr;

Cook::Cook(Kitchen *kitchen)
    : bell_(&kitchen->bells_[identityHash(pthread_self()) % Kitchen::kBells]) {}

void Cook::work(Kitchen *kitchen) {
  for (;;) {
    const int heard = bell_->heard();
    while (bake())
      kitchen->order();
    bell_->wait(heard);
  }
}

void *Kitchen::runCook(void *kitchen) {
  Cook cook(static_cast<Kitchen *>(kitchen));
  self = &cook;
  self->work(static_cast<Kitchen *>(kitchen));
  return nullptr;
}
