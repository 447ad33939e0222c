// suspect: often
// A heap array has one record of a state and a random seed per pilot thread, written at every
// round. The type is only declared in the header; its elements are placed in raw storage.
// also-true: fsfind-contended-atomic fsfind-adjacent-thread-fields
#include "ferries.h"
#include <new>
#include <thread>

enum class State : int { Idle, Searching };
struct Berth {
  std::atomic<State> state{State::Idle}; // expect: fsfind-per-thread-slots
  std::uint32_t seed = 1;
#ifdef FIXED
  char pad[64 - sizeof(std::atomic<State>) - sizeof(std::uint32_t)];
#endif
};
static thread_local int ownNumber = 0;
static void *storage(std::size_t size) {
#ifdef FIXED
  return ::operator new(size, std::align_val_t(64));
#else
  return ::operator new(size);
#endif
}

Harbour::Harbour(int count) : berths(static_cast<Berth *>(storage(sizeof(Berth) * count))) {
  for (int i = 0; i < count; ++i)
    new (&berths[i]) Berth();
  for (int i = 0; i < count; ++i)
    std::thread(&Harbour::pilot, this, PilotArguments{i, this}).detach();
}

static std::uint32_t draw(std::uint32_t &seed) {
  return seed = seed * 1664525 + 1013904223;
}

void Harbour::pilot(PilotArguments own) {
  ownNumber = own.number;
  Berth *berths = own.harbour->berths;
  for (;;) {
    berths[ownNumber].state.store(State::Searching, std::memory_order_relaxed);
    moor(draw(berths[own.number].seed));
    idle.fetch_add(1);
    berths[own.number].state.store(State::Idle, std::memory_order_release);
    waitForShip();
    idle.fetch_sub(1);
  }
}
