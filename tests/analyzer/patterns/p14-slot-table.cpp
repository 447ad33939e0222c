// P14: threads register for a slot of a shared table.
#include <atomic>
#include <thread>
#include <vector>

constexpr unsigned kMaxThreads = 128;

#ifdef FIXED
struct alignas(64) Slot {
  std::atomic<unsigned long> epoch{0};
};
#else
struct Slot {
  std::atomic<unsigned long> epoch{0}; // expect: fsfind-per-thread-slots
};
#endif

static Slot slots[kMaxThreads];
static std::atomic<unsigned> registered{0};

static unsigned slotOfThread() {
  thread_local const unsigned slot = registered.fetch_add(1);
  return slot;
}

static void work() {
  for (unsigned long i = 0; i < 100000000; ++i)
    slots[slotOfThread()].epoch.store(i, std::memory_order_release);
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back(work);
  for (auto &thread : threads)
    thread.join();
}
