// One thread posts letters, another one collects them; each looks at the other's number at each
// step, although the two have cachelines of their own. The owner comes when the box is half full.
// remedy: keep-copy of posted_tail, collected_head
#include <atomic>
#include <cstdio>
#include <thread>

namespace {

constexpr unsigned long kLetters = 20000, kRoom = 16384;

struct Mailbox {
  alignas(64) std::atomic<unsigned long> posted_tail{0};
  alignas(64) std::atomic<unsigned long> collected_head{0};
#ifdef CURED
  alignas(64) unsigned long cached_collected_head = 0;
  alignas(64) unsigned long cached_posted_tail = 0;
#endif
  alignas(64) long letters[kRoom] = {};
};

Mailbox box;

void post() {
  for (unsigned long i = 0; i < kLetters; i++) {
#ifdef CURED
    while (i - box.cached_collected_head == kRoom)
      box.cached_collected_head = box.collected_head.load(std::memory_order_acquire);
#else
    while (i - box.collected_head.load(std::memory_order_acquire) == kRoom)
      ;
#endif
    box.letters[i % kRoom] = static_cast<long>(i);
    box.posted_tail.store(i + 1, std::memory_order_release);
  }
}

void collect(long *sum) {
  while (box.posted_tail.load(std::memory_order_acquire) < kRoom / 2)
    ;
  for (unsigned long i = 0; i < kLetters; i++) {
#ifdef CURED
    while (i == box.cached_posted_tail)
      box.cached_posted_tail = box.posted_tail.load(std::memory_order_acquire);
#else
    while (i == box.posted_tail.load(std::memory_order_acquire))
      ;
#endif
    *sum += box.letters[i % kRoom];
    box.collected_head.store(i + 1, std::memory_order_release);
  }
}

} // namespace

int main() {
  long sum = 0;
  std::thread postman(post), owner(collect, &sum);
  postman.join();
  owner.join();
  std::printf("%ld\n", sum);
}
