// suspect: threads, object
// P28: each user is given a free slot of a table, keeps a pointer to it and publishes there what
// others look for in all slots in use.
#include <atomic>
#include <cstddef>
#include <cstdint>

#ifdef FIXED
struct alignas(64) Slot {
#else
struct Slot {
#endif
  std::atomic<std::uint64_t> epoch{0}; // expect: fsfind-per-thread-slots
};

static Slot slots[64]; // expect: fsfind-per-thread-slots
static std::atomic<std::uint64_t> taken{0};

static Slot *take() {
  std::uint64_t seen = taken.load();
  while (~seen != 0) {
    const int bit = __builtin_ctzll(~seen);
    if (taken.compare_exchange_weak(seen, seen | std::uint64_t{1} << bit))
      return &slots[bit];
  }
  return nullptr;
}

class User {
public:
  explicit User(const char *name) : name_(name) {}
  void enter(std::uint64_t epoch) { slot_->epoch.store(epoch); }
  void leave() { slot_->epoch.store(0); }

private:
  const char *name_;
  Slot *slot_ = take();
};

void begin(User &user, std::uint64_t epoch) {
  user.enter(epoch);
}
void end(User &user) {
  user.leave();
}

std::uint64_t oldest() {
  std::uint64_t least = UINT64_MAX;
  for (std::uint64_t bits = taken.load(); bits != 0; bits &= bits - 1) {
    const std::uint64_t epoch = slots[__builtin_ctzll(bits)].epoch.load();
    if (epoch != 0 && epoch < least)
      least = epoch;
  }
  return least;
}
