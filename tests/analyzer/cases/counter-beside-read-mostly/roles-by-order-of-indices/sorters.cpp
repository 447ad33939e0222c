#include "chute.h"
#include <new>
#include <thread>
#include <vector>

constexpr unsigned kSorters = 8;
Chute **Chute::all;
static thread_local unsigned self;
static std::vector<std::thread> threads;
static unsigned sorter() { return self; }

static void poll(int parcel) {
  for (unsigned other = 0; other < kSorters; ++other)
    if (!Chute::all[sorter()][other].receive())
      Chute::all[other][sorter()].send(parcel);
}

int main() {
  Chute::all = new Chute *[kSorters];
  for (unsigned i = 0; i < kSorters; ++i) {
    void *room = operator new[](sizeof(Chute) * kSorters, std::align_val_t(64));
    Chute::all[i] = new (room) Chute[kSorters];
  }
  for (unsigned i = 0; i < kSorters; ++i)
    threads.emplace_back([i] {
      self = i;
      for (int parcel = 1; parcel < 10000000; ++parcel)
        poll(parcel);
    });
  for (auto &thread : threads)
    thread.join();
}
