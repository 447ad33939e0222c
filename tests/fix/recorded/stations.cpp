// Objects on the heap beside each other, each used by two threads: one writes a member of the base,
// the other one of the class. Aligned to a line, the objects would still have both on one.
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

constexpr int kStations = 2, kRounds = 20000;

class Counted {
public:
  virtual ~Counted() = default;
  void arrive() { arrivals_ = arrivals_ + 1; }
  long arrivals() const { return arrivals_; }

private:
  volatile long arrivals_ = 0;
};

class Station : public Counted {
public:
  void depart() { departures_ = departures_ + 1; }
  long departures() const { return departures_; }

private:
  volatile long departures_ = 0;
};

int main(int argc, char **) {
#ifdef SIZES
  if (argc > 1)
    return std::printf("Station %zu\n", sizeof(Station)) < 0;
#endif
  std::vector<std::unique_ptr<Station>> line;
  for (int i = 0; i < kStations; ++i)
    line.push_back(std::make_unique<Station>());
  std::atomic<int> ready{0};
  std::vector<std::thread> crew;
  for (int i = 0; i < 2 * kStations; ++i)
    crew.emplace_back([&, i] {
      Station &mine = *line[i / 2];
      ++ready;
      while (ready < 2 * kStations)
        ;
      for (int round = 0; round < kRounds; ++round)
        if (i % 2)
          mine.arrive();
        else
          mine.depart();
    });
  for (std::thread &one : crew)
    one.join();
  std::printf("%ld %ld %d\n", line[0]->arrivals(), line[1]->departures(), argc);
}
