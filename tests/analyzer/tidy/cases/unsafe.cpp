// Findings that no edit accompanies, each for its own reason.
#include "mock_std.h"

extern "C" void *malloc(std::size_t);

#define MEMBER(name) std::atomic<long> name;

struct [[gnu::packed]] Packed {
  std::atomic<long> head;
  // CHECK-DAG: :[[@LINE+1]]:21: warning: {{.*}} [fsfind-adjacent-thread-fields]
  std::atomic<long> tail;
};

struct ByMacro {
  MEMBER(head)
  // CHECK-DAG: :[[@LINE+1]]:10: warning: {{.*}} [fsfind-adjacent-thread-fields]
  MEMBER(tail)
};

struct Asserted {
  std::atomic<long> head;
  // CHECK-DAG: :[[@LINE+1]]:21: warning: {{.*}} [fsfind-adjacent-thread-fields]
  std::atomic<long> tail;
};
static_assert(sizeof(Asserted) == 16, "readers count on it");

extern "C" {
struct Exported {
  std::atomic<long> head;
  // CHECK-DAG: :[[@LINE+1]]:21: warning: {{.*}} [fsfind-adjacent-thread-fields]
  std::atomic<long> tail;
};
}

struct Allocated {
  std::atomic<long> head;
  // CHECK-DAG: :[[@LINE+1]]:21: warning: {{.*}} [fsfind-adjacent-thread-fields]
  std::atomic<long> tail;
};

Packed packed;
ByMacro by_macro;
Asserted asserted;
Exported exported;
Allocated *allocated;

void produce() {
  for (;;) {
    packed.head.fetch_add(1);
    by_macro.head.fetch_add(1);
    asserted.head.fetch_add(1);
    exported.head.fetch_add(1);
    allocated->head.fetch_add(1);
  }
}

void consume() {
  for (;;) {
    packed.tail.fetch_add(1);
    by_macro.tail.fetch_add(1);
    asserted.tail.fetch_add(1);
    exported.tail.fetch_add(1);
    allocated->tail.fetch_add(1);
  }
}

int main() {
  allocated = (Allocated *)malloc(16);
  std::thread first(produce), second(consume);
}
