// Atomic members, and arrays of atomics on the heap: new T[n], make_unique, std::vector.
#include "tests/naming/programs/support.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kThreads = 4;

struct Watermarks {
  std::atomic<std::uint64_t> low{0};
  std::atomic<std::uint32_t> high{0};
  std::atomic<bool> full{false};
};

class Shards {
public:
  Shards() : hits_(std::make_unique<std::atomic<long>[]>(kThreads)), errors_(kThreads) {}
  void hit(std::size_t shard) { hits_[shard].fetch_add(1, std::memory_order_relaxed); }
  void fail(std::size_t shard) { ++errors_[shard]; }
  void tellAll() const {
    for (std::size_t i = 0; i < kThreads; ++i) {
      TELL_OBJECT("heap", "", static_cast<long>(i), "std::atomic<long>", hits_[i]);
      TELL_OBJECT("heap", "", static_cast<long>(i), "std::atomic<int>", errors_[i]);
    }
  }

private:
  std::unique_ptr<std::atomic<long>[]> hits_;
  std::vector<std::atomic<int>> errors_;
};

void run(Shards &shards, Watermarks *marks, std::atomic<unsigned> *turns, std::size_t self) {
  unsigned seed = static_cast<unsigned>(self);
  for (int round = 0; round < 8000; ++round) {
    seed = work(seed);
    shards.hit(self);
    if (seed & 32)
      shards.fail(self);
    turns[self].store(seed, std::memory_order_release);
    if (self == 0)
      marks->low = seed;
    else if (self == 1)
      marks->high.fetch_or(seed);
    else if (marks->full.load(std::memory_order_acquire))
      marks->full = false;
    else if (seed % 16 == 0)
      marks->full.store(true);
  }
}

} // namespace

int main() {
  Shards shards;
  auto *marks = new Watermarks;
  auto *turns = new std::atomic<unsigned>[kThreads]();
  shards.tellAll();
  TELL_MEMBER("heap", "", -1, "Watermarks", *marks, low);
  TELL_MEMBER("heap", "", -1, "Watermarks", *marks, high);
  TELL_MEMBER("heap", "", -1, "Watermarks", *marks, full);
  for (std::size_t i = 0; i < kThreads; ++i)
    TELL_OBJECT("heap", "", static_cast<long>(i), "std::atomic<unsigned>", turns[i]);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i)
    threads.emplace_back(run, std::ref(shards), marks, turns, i);
  for (std::thread &thread : threads)
    thread.join();
  delete marks;
  delete[] turns;
}
