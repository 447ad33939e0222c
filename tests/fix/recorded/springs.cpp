// What each joint's thread measures and counts, in arrays of one template: their elements are
// records in one instance and numbers in the other, and they lie side by side.
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <thread>

namespace arm {

constexpr std::size_t kJoints = 4;
constexpr int kTurns = 12000;

template <class T, std::size_t N> class OfJoints {
public:
  T &at(std::size_t joint) { return all_[joint]; }
  template <class Sum> Sum sum(Sum sum, Sum (*add)(Sum, const T &)) const {
    for (const T &one : all_)
      sum = add(sum, one);
    return sum;
  }

private:
  T all_[N]{};
};

struct Range {
  long low = 1 << 20, high = 0;
  void take(long force);
};

struct Springs {
  OfJoints<Range, kJoints> ranges;
  OfJoints<unsigned long, kJoints> turns;
};

unsigned next(unsigned force) {
  for (int i = 0; i < 40; ++i)
    force = force * 134775813u + 1u;
  std::atomic_signal_fence(std::memory_order_seq_cst); // as if it were in another file
  return force;
}

void Range::take(long force) {
  low = force < low ? force : low + 1;
  high = force > high ? force : high - 1;
}

void stretch(Springs &springs, std::size_t joint, std::atomic<std::size_t> &met) {
  met.fetch_add(1);
  while (met.load() < kJoints)
    std::this_thread::yield();
  unsigned force = static_cast<unsigned>(joint);
  for (int i = 0; i < kTurns; ++i) {
    force = next(force);
    springs.ranges.at(joint).take(force >> 12);
    springs.turns.at(joint) += force & 1;
  }
}

} // namespace arm

int main() {
  using namespace arm;
  Springs *springs = new Springs;
  std::atomic<std::size_t> met{0};
  std::thread joints[kJoints];
  for (std::size_t i = 0; i < kJoints; ++i)
    joints[i] = std::thread([springs, i, &met] { stretch(*springs, i, met); });
  for (std::thread &one : joints)
    one.join();
  const auto add = [](unsigned long sum, const unsigned long &turns) { return sum + turns; };
  std::printf("%ld %ld %lu\n", springs->ranges.at(0).low, springs->ranges.at(3).high,
              springs->turns.sum<unsigned long>(0, add));
  delete springs;
}
