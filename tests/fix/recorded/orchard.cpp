// An orchard's maps, two of each: the surveyor draws on one while the pickers look at the other.
// The class is a template, its maps are its first member, and behind them are the surveyor's own
// count and the size of a field, which all ask for.
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

namespace orchard {

struct Row {
  int apples = 0, pears = 0;
};

template <class Map> class Twin {
public:
  explicit Twin(int field) : field_(field) {}
  void draw(int tree) {
    Map &map = maps_[1 - shown_];
    map.apples += tree % field_;
    map.pears += tree & 1;
    ++drawn_;
  }
  int pick(int tree) const {
    const Map &map = maps_[shown_];
    return (tree % field_ + map.apples + map.pears) & 255;
  }
  void swap() { shown_ = 1 - shown_; }
  long drawn() const { return drawn_; }

private:
  Map maps_[2];
  long drawn_ = 0;
  int shown_ = 0;
  int field_;
};

constexpr int kSeasons = 3, kTrees = 12000, kPickers = 2;
std::atomic<int> met{0};

void meet() {
  const int all = (met.fetch_add(1) / (kPickers + 1) + 1) * (kPickers + 1);
  while (met.load() < all)
    std::this_thread::yield();
}

int climb(int tree) {
  unsigned height = static_cast<unsigned>(tree);
  for (int i = 0; i < 80; ++i)
    height = height * 1103515245u + 12345u;
  std::atomic_signal_fence(std::memory_order_seq_cst); // as if it were in another file
  return static_cast<int>(height >> 1);
}

} // namespace orchard

int main(int argc, char **) {
  using namespace orchard;
#ifdef SIZES
  if (argc > 1)
    return std::printf("Row %zu\n", sizeof(Row)) < 0;
#endif
  static_cast<void>(argc);
  auto twin = std::make_unique<Twin<Row>>(97);
  std::vector<std::thread> threads;
  std::vector<long> picked(kPickers);
  threads.emplace_back([&twin] {
    for (int season = 0; season < kSeasons; ++season) {
      meet();
      for (int i = 0; i < kTrees; ++i)
        twin->draw(climb(i));
      meet();
      twin->swap();
    }
  });
  for (int p = 0; p < kPickers; ++p)
    threads.emplace_back([&twin, &mine = picked[p], p] {
      long sum = 0;
      for (int season = 0; season < kSeasons; ++season) {
        meet();
        for (int i = 0; i < kTrees; ++i)
          sum += twin->pick(climb(i + p));
        meet();
      }
      mine = sum;
    });
  for (std::thread &one : threads)
    one.join();
  std::printf("%ld %ld %ld\n", twin->drawn(), picked[0], picked[1]);
}
