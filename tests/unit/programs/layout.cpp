// Prints, for every place below, its address and the names a correct reader of the debug info
// gives it: address|variable|index|type|member|record. The compiler's own addresses are the oracle.
#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pthread.h>

namespace shop {

enum class Colour { Red, Blue };

struct Counter {
  std::atomic<long> value;
  long plain;
};

struct alignas(64) Padded {
  long hits = 0;
};

template <class T> T slot = 0;

template <class T, int N> struct Queue {
  T items[N];
  std::atomic<unsigned> head{0};
  alignas(64) std::atomic<unsigned> tail{0};
  struct Inner {
    short a, b;
    long lanes[2][3];
  } inner;
};

struct Base {
  int base_field = 1;
  virtual ~Base() = default;
};

struct Derived : Base {
  int own = 2;
  union {
    int as_int;
    int as_word;
  };
  struct {
    char first_letter, second_letter;
  };
  union {
    int number;
    float real;
  } either;
  union {
    Counter counter;
    char padding[128];
  } padded;
  unsigned low : 3, high : 13;
  long after_bits = 0;
  std::array<Counter, 4> slots;
  std::pair<long, int> both;
  std::string text;
  std::optional<Counter> maybe;
  std::mutex lock;
  Colour colour = Colour::Red;
  const char *label = "";
};

Counter table[8];
long matrix[4][6];
std::array<Padded, 5> padded;
Queue<long, 4> queue;
Derived derived;
std::atomic<long> total;
volatile long plain_total;

struct Holder {
  static long shared;
  static inline Counter inline_shared;
};
long Holder::shared = 5;

namespace {
Counter hidden;
}

__attribute__((noinline)) Counter *local() {
  static Counter inside_function;
  {
    static long nested_local[3];
    nested_local[1]++;
    std::printf("%lx|shop::local()::nested_local|1|long||\n", (unsigned long)&nested_local[1]);
  }
  return &inside_function;
}

} // namespace shop

typedef struct {
  int tag;
  long payload;
} plain_record;
plain_record records[3];
pthread_mutex_t lock;
pthread_mutex_t locks[4];
// A lock as the C library declares it in its own sources.
union own_lock_t {
  struct __own_lock_s {
    int __lock;
    unsigned __owner;
  } __data;
  char __size[40];
} own_lock;

#define SAY(place, text) std::printf("%lx|%s\n", (unsigned long)&(place), text)

using namespace shop;

int main() {
  queue.inner.a = 1;
  hidden.plain++;
  plain_total = 3;
  SAY(table[3].value, "shop::table|3|shop::Counter|value|shop::Counter");
  // Nothing in a lock has a name, so that it is one datum, not a record of the author's.
  SAY(lock.__data.__owner, "lock||pthread_mutex_t||");
  SAY(locks[2].__data.__kind, "locks|2|pthread_mutex_t||");
  SAY(own_lock.__data.__owner, "own_lock||own_lock_t||");
  SAY(table[7].plain, "shop::table|7|shop::Counter|plain|shop::Counter");
  SAY(matrix[2][5], "shop::matrix|2|long [6]|[5]|");
  SAY(padded[4].hits, "shop::padded|4|shop::Padded|hits|shop::Padded");
  SAY(queue.items[2], "shop::queue||shop::Queue<long, 4>|items[2]|shop::Queue<long, 4>");
  slot<int> = 1; // in use
  SAY(slot<long>, "shop::slot<long>||long||");
  SAY(slot<int>, "shop::slot<int>||int||");
  SAY(queue.head, "shop::queue||shop::Queue<long, 4>|head|shop::Queue<long, 4>");
  SAY(queue.tail, "shop::queue||shop::Queue<long, 4>|tail|shop::Queue<long, 4>");
  SAY(queue.inner.b, "shop::queue||shop::Queue<long, 4>|inner.b|shop::Queue<long, 4>::Inner");
  SAY(queue.inner.lanes[1][2],
      "shop::queue||shop::Queue<long, 4>|inner.lanes[1][2]|shop::Queue<long, 4>::Inner");
  SAY(derived.base_field, "shop::derived||shop::Derived|base_field|shop::Base");
  SAY(derived.own, "shop::derived||shop::Derived|own|shop::Derived");
  SAY(derived.as_int, "shop::derived||shop::Derived|as_int|shop::Derived");
  SAY(derived.second_letter, "shop::derived||shop::Derived|second_letter|shop::Derived");
  SAY(derived.either, "shop::derived||shop::Derived|either|shop::Derived");
  SAY(derived.padded.counter.plain,
      "shop::derived||shop::Derived|padded.counter.plain|shop::Counter");
  SAY(derived.after_bits, "shop::derived||shop::Derived|after_bits|shop::Derived");
  std::printf("%lx|shop::derived||shop::Derived|high|shop::Derived\n",
              (unsigned long)&derived.padded + sizeof derived.padded + 1);
  SAY(derived.slots[3].plain, "shop::derived||shop::Derived|slots[3].plain|shop::Counter");
  SAY(derived.both.second, "shop::derived||shop::Derived|both.second|std::pair<long, int>");
  SAY(derived.text, "shop::derived||shop::Derived|text|shop::Derived");
  SAY(derived.maybe->plain, "shop::derived||shop::Derived|maybe.plain|shop::Counter");
  SAY(derived.lock, "shop::derived||shop::Derived|lock|shop::Derived");
  SAY(derived.colour, "shop::derived||shop::Derived|colour|shop::Derived");
  SAY(derived.label, "shop::derived||shop::Derived|label|shop::Derived");
  SAY(total, "shop::total||std::atomic<long>||");
  SAY(plain_total, "shop::plain_total||volatile long||");
  SAY(Holder::shared, "shop::Holder::shared||long||");
  SAY(Holder::inline_shared.plain,
      "shop::Holder::inline_shared||shop::Counter|plain|shop::Counter");
  SAY(hidden.plain, "shop::(anonymous namespace)::hidden||shop::Counter|plain|shop::Counter");
  SAY(local()->plain, "shop::local()::inside_function||shop::Counter|plain|shop::Counter");
  SAY(records[2].payload, "records|2|plain_record|payload|plain_record");
}
