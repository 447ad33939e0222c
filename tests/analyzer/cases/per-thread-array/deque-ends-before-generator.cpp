// Loom states follow each other in a vector. In each, the indices of a deque, raised by thieves,
// lie behind its items, directly before a generator that only the owner draws from.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

template <class T, unsigned N> struct Deque {
  void push(T item) {
    items[bottom.load() % N].store(item);
    bottom.fetch_add(1);
  }
  T steal() {
    std::int64_t at = top.load();
    const T item = items[at % N].load();
    return at < bottom.load() && top.compare_exchange_strong(at, at + 1) ? item : T();
  }
  std::atomic<T> items[N];
  std::atomic<std::int64_t> top{0}, bottom{0};
};
struct Generator {
  std::uint32_t state = 1;
  std::uint32_t operator()() { return state = state * 747796405 + 2891336453; }
};
int weave(int pattern);

#ifdef FIXED
#define OWN_LINE alignas(64)
#else
#define OWN_LINE
#endif

template <class Pattern> class Looms {
  struct OWN_LINE State {
    Deque<Pattern, 2048> patterns;
    OWN_LINE Generator draw;
    std::thread thread;
  };
  static inline thread_local unsigned number_ = 0;
  std::vector<State> states_; // expect: fsfind-per-thread-slots | fsfind-adjacent-thread-fields
  State &own() { return states_[number_]; }
  State &victim() { return states_[own().draw() % states_.size()]; }
  void run(State *state) {
    number_ = static_cast<unsigned>(state - states_.data());
    for (;;)
      if (const Pattern pattern = victim().patterns.steal())
        own().patterns.push(weave(pattern));
  }

public:
  explicit Looms(unsigned count) : states_(count) {
    for (State &state : states_)
      state.thread = std::thread(&Looms::run, this, &state);
  }
};
template class Looms<int>;
