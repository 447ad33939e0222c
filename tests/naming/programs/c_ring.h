#pragma once
#include <stdatomic.h>
#include <stdbool.h>

struct message {
  unsigned id;
  unsigned length;
};

struct ring {
  unsigned capacity;
  _Atomic unsigned head;
  _Atomic unsigned tail;
  unsigned long rejected;
  struct message *slots;
};

struct ring *ring_create(unsigned capacity);
bool ring_push(struct ring *ring, const struct message *message);
bool ring_pop(struct ring *ring, struct message *message);
