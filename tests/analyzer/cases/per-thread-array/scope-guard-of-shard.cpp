// A count of busy threads has shards of one atomic each; a thread raises and lowers its shard
// around every postcard, in constructor and destructor of a guard that a method returns.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

class BusyCount {
  struct Word {
    std::atomic<std::size_t> busy{0}; // expect: fsfind-per-thread-slots
  };
#ifdef FIXED
  struct alignas(64) Shard : Word {
    char pad[64 - sizeof(Word)];
  };
#else
  struct Shard : Word {};
#endif
  std::vector<Shard> shards_; // expect: fsfind-per-thread-slots
  std::atomic<std::size_t> next_{0};

public:
  struct Guard {
    Guard(BusyCount *to, std::size_t shard) : to(to), shard(shard) { to->enter(shard); }
    ~Guard() { to->leave(shard); }
    BusyCount *to;
    std::size_t shard;
  };
  BusyCount() : shards_(std::clamp(std::thread::hardware_concurrency(), 2u, 64u)) {}
  Guard busy(std::size_t shard) { return Guard(this, shard); }
  void enter(std::size_t shard) { shards_[shard].busy.fetch_add(1); }
  void leave(std::size_t shard) { shards_[shard].busy.fetch_sub(1); }
  std::size_t nextShard() { return next_.fetch_add(1) % shards_.size(); }
};

void stamp();

struct PostRoom {
  void hire(int clerks) {
    for (int i = 0; i < clerks; ++i)
      std::thread([this] {
        const std::size_t shard = busyClerks.nextShard();
        for (;;)
          step(shard);
      }).detach();
  }
  void step(std::size_t shard) {
    auto guard = busyClerks.busy(shard);
    stamp();
  }
  BusyCount busyClerks;
};
