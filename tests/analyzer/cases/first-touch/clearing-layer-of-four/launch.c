#include "kiln.h"
#include <pthread.h>
struct task {
  void (*work)(void *);
  void *bundle;
};
static void *enter(void *argument) {
  ((struct task *)argument)->work(((struct task *)argument)->bundle);
  return 0;
}
void launch(void (*work)(void *), void *bundles, size_t size, size_t count) {
  pthread_t threads[64];
  struct task tasks[64];
  for (size_t n = 0; n < count; n++) {
    tasks[n] = (struct task){work, (char *)bundles + n * size};
    pthread_create(&threads[n], 0, enter, &tasks[n]);
  }
  for (size_t n = 0; n < count; n++)
    pthread_join(threads[n], 0);
}
