#include "mock_std.h"

struct Ring {
  std::atomic<unsigned> head; // CHECK: :[[@LINE+1]]:25: warning: 'head' (written by produce) and 'tail' (written by consume) of 'Ring' lie 4 bytes apart{{.*}} [fsfind-adjacent-thread-fields]
  std::atomic<unsigned> tail; // CHECK: :[[@LINE-1]]:25: note: 'head' is declared here
  int slots[1024];
};

struct SeparateRing {
  alignas(64) std::atomic<unsigned> head;
  alignas(64) std::atomic<unsigned> tail;
};

struct SilencedRing {
  std::atomic<unsigned> head;
  std::atomic<unsigned> tail; // NOLINT(fsfind-adjacent-thread-fields)
};

Ring ring;
SeparateRing separate;
SilencedRing silenced;

void produce() {
  for (;;) {
    ring.head.fetch_add(1); // CHECK: :[[@LINE]]:15: note: produce writes it here, in a loop: head
    separate.head.fetch_add(1);
    silenced.head.fetch_add(1);
  }
}

void consume() {
  for (;;) {
    ring.tail.fetch_add(1); // CHECK: :[[@LINE]]:15: note: consume writes it here, in a loop: tail
    separate.tail.fetch_add(1);
    silenced.tail.fetch_add(1);
  }
}

int main() {
  std::thread first(produce);  // CHECK: :[[@LINE]]:{{[0-9]+}}: note: produce starts here
  std::thread second(consume); // CHECK: :[[@LINE]]:{{[0-9]+}}: note: consume starts here
  first.join();
  second.join();
}
