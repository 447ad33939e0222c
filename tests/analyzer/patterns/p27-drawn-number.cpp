// P27: each thread draws a number from a counter before its loop; a guard keeps it, and counts in
// the shard of that number.
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#ifdef FIXED
struct alignas(64) Shard {
#else
struct Shard {
#endif
  std::atomic<long> busy{0}; // expect: fsfind-per-thread-slots
};

class Busy {
public:
  class Guard {
  public:
    Guard(Busy *busy, std::size_t at) : busy_(busy), at_(at) { busy_->enter(at_); }
    ~Guard() { busy_->leave(at_); }

  private:
    Busy *busy_;
    std::size_t at_;
  };

  explicit Busy(std::size_t threads) : shards_(threads) {}
  std::size_t next() { return next_.fetch_add(1) % shards_.size(); }
  Guard guard(std::size_t at) { return Guard(this, at); }
  void enter(std::size_t at) { shards_[at].busy.fetch_add(1, std::memory_order_relaxed); }
  void leave(std::size_t at) { shards_[at].busy.fetch_sub(1, std::memory_order_relaxed); }

private:
  std::vector<Shard> shards_; // expect: fsfind-per-thread-slots
  alignas(64) std::atomic<std::size_t> next_{0};
};

bool work();

static bool step(Busy &busy, std::size_t at) {
  const auto guard = busy.guard(at);
  return work();
}

static void run(Busy &busy) {
  const std::size_t at = busy.next();
  while (step(busy, at)) {
  }
}

int main() {
  Busy busy(16);
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([&busy] { run(busy); });
  for (auto &thread : threads)
    thread.join();
}
