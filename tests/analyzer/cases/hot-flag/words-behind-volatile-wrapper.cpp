// The sorting threads of a parcel centre meet at a rendezvous in a static object: the colour that
// waiting threads poll lies beside the count that each decrements. Twist: a volatile wrapper class
// with an overloaded address-of operator; atomics are static methods of another class.
// args: -std=c++14
// also-true: fsfind-contended-atomic
#include <pthread.h>

template <class T> class Volatile {
public:
  operator T() const { return value_; }
  void operator=(T value) { value_ = value; }
  volatile T *operator&() { return &value_; }

private:
  volatile T value_{}; // expect: fsfind-adjacent-thread-fields
};

struct Atomic {
  static int decrement(volatile int *word) { return __sync_sub_and_fetch(word, 1); }
};

#ifdef FIXED
#define GROUP alignas(128)
#else
#define GROUP
#endif

struct Rendezvous {
  GROUP int sorters = 0;
  Volatile<int> colour;
  GROUP Volatile<int> missing;
};

struct Meeting {
  void meet() {
    const int colour = at.colour;
    if (Atomic::decrement(&at.missing) == 0) {
      at.missing = at.sorters;
      __sync_synchronize();
      at.colour = !colour;
    }
    while (at.colour == colour) {
    }
  }
  Rendezvous at;
};

static Meeting meeting;

struct Sorter {
  static void *run(void *argument) {
    for (Sorter *self = static_cast<Sorter *>(argument);; ++self->sorted)
      meeting.meet();
  }
  long sorted = 0;
};

void open(int sorters) {
  static pthread_t *threads = new pthread_t[sorters];
  meeting.at.missing = meeting.at.sorters = sorters;
  for (int i = 0; i < sorters; ++i)
    pthread_create(&threads[i], nullptr, Sorter::run, new Sorter);
}
