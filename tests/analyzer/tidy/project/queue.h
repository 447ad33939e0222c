#pragma once

#include "mock_std.h"

struct Queue {
  std::atomic<unsigned> head;
  mutable std::atomic<unsigned> tail;
};

inline Queue queue;

inline void produce() {
  for (;;)
    queue.head.fetch_add(1);
}

inline void consume() {
  for (;;)
    queue.tail.fetch_add(1);
}

inline void start() {
  std::thread first(produce);
  std::thread second(consume);
}
