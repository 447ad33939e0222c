#pragma once

struct hook {
  void (*fire)(struct hook *hook, unsigned value);
};

void hook_fire(struct hook *hook, unsigned value);
void repeat(int times, void (*callback)(void *context, unsigned value), void *context);
