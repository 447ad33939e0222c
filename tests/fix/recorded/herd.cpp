// Milk by cow in the nodes of a map: each thread looks its cow up for every draught, past the nodes
// of the others.
#include <cstdio>
#include <map>
#include <thread>
#include <vector>

namespace dairy {

constexpr int kCows = 4, kDraughts = 20000;

struct Yield {
  unsigned litres = 0;
  unsigned draughts = 0;
};

class Herd {
public:
  void add(int cow) { yields_.emplace(cow, Yield()); }
  void milk(int cow, unsigned litres) {
    Yield &yield = yields_.find(cow)->second;
    yield.litres += litres;
    ++yield.draughts;
  }
  [[nodiscard]] const std::map<int, Yield> &yields() const { return yields_; }

private:
  std::map<int, Yield> yields_;
};

void milkAll(Herd *herd, int cow) {
  for (unsigned i = 0; i < kDraughts; ++i)
    herd->milk(cow, i % 3);
}

} // namespace dairy

int main() {
  dairy::Herd herd;
  for (int cow = 0; cow < dairy::kCows; ++cow)
    herd.add(cow);
  std::vector<std::thread> threads;
  for (int cow = 0; cow < dairy::kCows; ++cow)
    threads.emplace_back(dairy::milkAll, &herd, cow);
  for (std::thread &one : threads)
    one.join();
  for (const auto &[cow, yield] : herd.yields())
    std::printf("%d: %u in %u\n", cow, yield.litres, yield.draughts);
}
