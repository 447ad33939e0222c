// args: -std=c++20 -pthread
// A puzzle's position table is cleared in parallel, but the vector's resize has already written every bucket on the thread
// that asks for the size: the entries have member initialisers. Search threads then use the table by hash.
// as in: Sirius, https://github.com/mcthouacbb/Sirius/pull/276
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>
struct Entry {
  std::uint32_t key = 0;
  std::int16_t score = 0;
  std::int16_t move = -1;
};
struct alignas(64) Bucket {
  std::array<Entry, 8> entries;
};

class Positions {
public:
  void set_size(std::size_t megabytes, unsigned parts) {
    const std::size_t count = (megabytes << 20) / sizeof(Bucket);
#ifdef FIXED
    std::free(buckets_);
    buckets_ = static_cast<Bucket *>(std::aligned_alloc(64, count * sizeof(Bucket)));
    count_ = count;
#else
    buckets_.clear();
    buckets_.shrink_to_fit();
    buckets_.resize(count); // expect: fsfind-serial-first-touch
    count_ = count;
#endif
    clear(parts);
  }
  void clear(unsigned parts) {
    std::vector<std::thread> cleaners;
    const std::size_t part = (count_ + parts - 1) / parts;
    for (unsigned p = 0; p < parts; ++p)
      cleaners.emplace_back([this, p, part] {
        const std::size_t begin = p * part, end = std::min(begin + part, count_);
        if (begin < end)
          std::memset(static_cast<void *>(&buckets_[begin]), 0, (end - begin) * sizeof(Bucket));
      });
    for (auto &cleaner : cleaners)
      cleaner.join();
  }
  Bucket &at(std::uint64_t hash) { return buckets_[static_cast<std::size_t>((static_cast<unsigned __int128>(hash) * count_) >> 64)]; }

private:
#ifdef FIXED
  Bucket *buckets_ = nullptr;
#else
  std::vector<Bucket> buckets_;
#endif
  std::size_t count_ = 0;
};

void solve(Positions &positions, unsigned count) {
  std::vector<std::thread> threads;
  for (unsigned n = 0; n < count; ++n)
    threads.emplace_back([&positions, n] {
      std::uint64_t hash = n + 1;
      for (long i = 0; i < 100000000; ++i) {
        hash = hash * 6364136223846793005u + 1442695040888963407u;
        Entry &entry = positions.at(hash).entries[hash & 7]; // torn entries are recognised by their key
        if (entry.key != static_cast<std::uint32_t>(hash))
          entry = {static_cast<std::uint32_t>(hash), 1, 2};
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}
