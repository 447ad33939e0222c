// std::array members: of structs in an object on the heap, of plain integers in a global.
#include "tests/naming/programs/support.h"

#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kLanes = 4;

struct Lane {
  std::atomic<unsigned> queued{0};
  unsigned done = 0;
};

class Scheduler {
public:
  void enqueue(std::size_t lane) { lanes_[lane].queued.fetch_add(1, std::memory_order_relaxed); }
  void finish(std::size_t lane) { lanes_.at(lane).done++; }
  void tellAll() const {
    TELL_MEMBER("heap", "", -1, "Scheduler", *this, policy_);
    for (const Lane &lane : lanes_) {
      tell("heap", "", -1, "Scheduler", "lanes_.queued", &lane.queued, sizeof lane.queued);
      tellPart("Lane", "queued");
      tell("heap", "", -1, "Scheduler", "lanes_.done", &lane.done, sizeof lane.done);
      tellPart("Lane", "done");
    }
  }

private:
  int policy_ = 0;
  std::array<Lane, kLanes> lanes_;
};

std::array<long, kLanes> steals;

void run(Scheduler *scheduler, std::size_t self) {
  unsigned seed = static_cast<unsigned>(self);
  for (int round = 0; round < 10000; ++round) {
    seed = work(seed);
    scheduler->enqueue(self);
    if (seed & 1)
      scheduler->finish(self);
    else
      ++steals[self];
  }
}

} // namespace

int main() {
  const auto scheduler = std::make_unique<Scheduler>();
  scheduler->tellAll();
  for (std::size_t i = 0; i < kLanes; ++i)
    TELL_OBJECT("global", "steals", static_cast<long>(i), "long", steals[i]);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kLanes; ++i)
    threads.emplace_back(run, scheduler.get(), i);
  for (std::thread &thread : threads)
    thread.join();
}
