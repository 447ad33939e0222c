// args: -std=c++17 -pthread
// The page frames of a parish register are mapped, cleared by one memset and then constructed one by one by the main thread;
// workers take them from free lists and write them. In the mended state a range helper that takes a callable starts threads that initialise.
// known-miss: workers get the frames as pointers popped from lists, so that what they write is not known to be the mapping that was cleared
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <mutex>
#include <new>
#include <sys/mman.h>
#include <thread>
#include <utility>
#include <vector>
struct Frame {
  Frame *next = nullptr;
  unsigned long entries = 0;
  unsigned char page[16384];
  Frame() { std::memset(page, 0, sizeof page); } // expect: fsfind-serial-first-touch
};
struct alignas(64) FreeList {
  std::mutex lock;
  Frame *head = nullptr;
  void push(Frame *frame) {
    std::lock_guard<std::mutex> hold(lock);
    frame->next = head;
    head = frame;
  }
  Frame *pop() {
    std::lock_guard<std::mutex> hold(lock);
    return head ? std::exchange(head, head->next) : nullptr;
  }
};
#ifdef FIXED
static void in_ranges(std::size_t n, std::function<void(std::size_t, std::size_t)> work) {
  std::vector<std::thread> threads;
  const std::size_t count = std::max(1u, std::thread::hardware_concurrency()), part = (n + count - 1) / count;
  for (std::size_t begin = 0; begin < n; begin += part)
    threads.emplace_back([&work, begin, end = std::min(n, begin + part)] { work(begin, end); });
  for (std::thread &thread : threads)
    thread.join();
}
#endif
class Register {
public:
  explicit Register(std::size_t frames) {
    void *at = mmap(nullptr, frames * sizeof(Frame), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(at, frames * sizeof(Frame), MADV_HUGEPAGE);
    Frame *first = static_cast<Frame *>(at);
    std::function<void(std::size_t, std::size_t)> prepare = [=](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        lists_[i % 16].push(new (first + i) Frame());
    };
#ifdef FIXED
    in_ranges(frames, prepare);
#else
    std::memset(at, 0, frames * sizeof(Frame)); // expect: fsfind-serial-first-touch
    prepare(0, frames);
#endif
  }
  void serve(unsigned workers) {
    std::vector<std::thread> threads;
    for (unsigned n = 0; n < workers; ++n)
      threads.emplace_back([this, n] {
        while (Frame *frame = lists_[n % 16].pop())
          for (unsigned line = 0; line < sizeof frame->page; ++line)
            frame->page[line] = static_cast<unsigned char>(++frame->entries);
      });
    for (std::thread &thread : threads)
      thread.join();
  }
private:
  FreeList lists_[16];
};
void year(std::size_t frames) { Register(frames).serve(16); }
