// Two vectors that a constructor makes in one line: each juror has an element in both.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace contest {

constexpr unsigned kJurors = 4, kDishes = 12000;

struct Scores {
  Scores() : tasted(kJurors), points(kJurors) {}

  std::vector<long> tasted;
  std::vector<long> points;
};

unsigned next(unsigned number) {
  for (int i = 0; i < 40; ++i)
    number = number * 22695477u + 1u;
  std::atomic_signal_fence(std::memory_order_seq_cst); // as if it were in another file
  return number;
}

void judge(Scores &scores, unsigned juror) {
  unsigned dish = juror + 1;
  for (unsigned i = 0; i < kDishes; ++i) {
    dish = next(dish);
    scores.tasted[juror] += 1;
    scores.points[juror] += static_cast<long>(dish >> 28);
  }
}

} // namespace contest

int main() {
  using namespace contest;
  Scores scores;
  std::atomic<unsigned> met{0};
  std::vector<std::thread> jurors;
  for (unsigned juror = 0; juror < kJurors; ++juror)
    jurors.emplace_back([&scores, &met, juror] {
      met.fetch_add(1);
      while (met.load() < kJurors)
        std::this_thread::yield();
      judge(scores, juror);
    });
  for (std::thread &one : jurors)
    one.join();
  long tasted = 0, points = 0;
  for (unsigned juror = 0; juror < kJurors; ++juror) {
    tasted += scores.tasted[juror];
    points += scores.points[juror];
  }
  std::printf("%ld %ld\n", tasted, points);
}
