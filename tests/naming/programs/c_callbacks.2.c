#include "tests/naming/programs/c_callbacks.h"
#include "tests/naming/programs/support.h"

void hook_fire(struct hook *hook, unsigned value) {
  hook->fire(hook, value);
}

void repeat(int times, void (*callback)(void *context, unsigned value), void *context) {
  for (int i = 0; i < times; ++i)
    callback(context, work((unsigned)i));
}
