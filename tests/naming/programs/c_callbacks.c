// Objects behind callbacks: a void * context, and the object around a hook by container_of.
#include "tests/naming/programs/c_callbacks.h"
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

enum { EVENTS = 20000 };

struct device {
  char name[8];
  struct hook on_read;
  long reads;
  struct hook on_write;
  long writes;
};

struct timer_context {
  unsigned long ticks;
  unsigned late;
};

static void device_read(struct hook *hook, unsigned value) {
  struct device *device = container_of(hook, struct device, on_read);
  device->reads += value & 1;
}

static void device_write(struct hook *hook, unsigned value) {
  container_of(hook, struct device, on_write)->writes += value % 3;
}

static void on_tick(void *opaque, unsigned value) {
  struct timer_context *context = opaque;
  context->ticks++;
  if (value % 16 == 0)
    context->late++;
}

static void *fire(void *hook) {
  unsigned seed = 1;
  for (int event = 0; event < EVENTS; ++event) {
    seed = work(seed);
    hook_fire(hook, seed);
  }
  return NULL;
}

static void *tick(void *context) {
  repeat(EVENTS, on_tick, context);
  return NULL;
}

static void tell_device(const struct device *device) {
  TELL_MEMBER("heap", "", -1, "struct device", *device, on_read.fire);
  tellPart("struct hook", "fire");
  TELL_MEMBER("heap", "", -1, "struct device", *device, reads);
  TELL_MEMBER("heap", "", -1, "struct device", *device, on_write.fire);
  tellPart("struct hook", "fire");
  TELL_MEMBER("heap", "", -1, "struct device", *device, writes);
}

int main(void) {
  struct device *device = calloc(1, sizeof *device);
  struct timer_context *contexts = calloc(2, sizeof *contexts);
  device->on_read.fire = device_read;
  device->on_write.fire = device_write;
  tell_device(device);
  for (int i = 0; i < 2; ++i) {
    TELL_MEMBER("heap", "", i, "struct timer_context", contexts[i], ticks);
    TELL_MEMBER("heap", "", i, "struct timer_context", contexts[i], late);
  }
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, fire, &device->on_read);
  pthread_create(&threads[1], NULL, fire, &device->on_write);
  pthread_create(&threads[2], NULL, tick, &contexts[0]);
  pthread_create(&threads[3], NULL, tick, &contexts[1]);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
