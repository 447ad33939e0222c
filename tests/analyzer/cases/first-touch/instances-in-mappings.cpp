// args: -std=c++17 -pthread
// suspect: run
// A page cache has several instances with big mappings for descriptors. The starting thread writes
// all of them in a loop, two calls below; later one cleaner thread per instance uses its own.
#include <atomic>
#include <cstring>
#include <functional>
#include <mutex>
#include <sys/mman.h>
#include <thread>
#include <vector>
struct Leaf {
  std::mutex lock;
  std::atomic<unsigned> pins;
  unsigned age;
  Leaf *next;
  unsigned char *frame;
};
struct alignas(64) Shelf {
  struct Chunk {
    Leaf *leaves;
    std::size_t count;
  } chunks[4];
  Leaf *unused;
};
static Shelf *shelves;
static std::atomic<bool> closing{false};
static unsigned char *map(std::size_t bytes) {
  return static_cast<unsigned char *>(
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}
static void prepare(Leaf *leaf, unsigned char *frame) {
  new (&leaf->lock) std::mutex;
  leaf->pins.store(0, std::memory_order_relaxed); // expect: fsfind-serial-first-touch
  leaf->age = 0;                                  // expect: fsfind-serial-first-touch
  leaf->frame = frame;                            // expect: fsfind-serial-first-touch
}
static void make_shelf(Shelf &shelf, std::size_t leaves) {
  Leaf *unused = nullptr;
  for (auto &chunk : shelf.chunks) {
    unsigned char *memory = map(leaves * (sizeof(Leaf) + 4096));
    chunk = {reinterpret_cast<Leaf *>(memory), leaves};
    unsigned char *frame = memory + leaves * sizeof(Leaf);
    for (Leaf *leaf = chunk.leaves; leaf < chunk.leaves + leaves; ++leaf, frame += 4096) {
      prepare(leaf, frame);
      leaf->next = unused; // expect: fsfind-serial-first-touch
      unused = leaf;
    }
  }
  shelf.unused = unused;
}
static void clean(std::size_t number) {
  while (!closing.load())
    for (auto &chunk : shelves[number].chunks)
      for (std::size_t i = 0; i < chunk.count; ++i) {
        std::lock_guard<std::mutex> hold(chunk.leaves[i].lock);
        if (chunk.leaves[i].pins.load() == 0 && ++chunk.leaves[i].age > 9)
          std::memset(chunk.leaves[i].frame, 0, 4096);
      }
}
void open_library(std::size_t count, std::size_t leaves, std::vector<std::thread> &cleaners) {
  shelves = new Shelf[count]();
#ifdef FIXED
  std::vector<std::thread> makers;
  for (std::size_t n = 0; n < count; ++n)
    makers.emplace_back(make_shelf, std::ref(shelves[n]), leaves);
  for (auto &maker : makers)
    maker.join();
#else
  for (std::size_t n = 0; n < count; ++n)
    make_shelf(shelves[n], leaves); // expect: fsfind-serial-first-touch
#endif
  for (std::size_t n = 0; n < count; ++n)
    cleaners.emplace_back(clean, n);
}
