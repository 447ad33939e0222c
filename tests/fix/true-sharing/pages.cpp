// Threads draw the next page to render from one number.
// remedy: batch of next_page
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr long kPages = 40000;

std::atomic<long> next_page{0};
long ink[kPages + 4096];
long used[kPages + 4096];

void render() {
#ifdef CURED
  long own = 0, end = 0;
#endif
  for (;;) {
#ifdef CURED
    if (own == end) {
      own = next_page.fetch_add(64);
      end = own + 64;
    }
    const long page = own++;
#else
    const long page = next_page.fetch_add(1);
#endif
    if (page >= kPages)
      return;
    used[page] = ink[page] + page;
  }
}

} // namespace

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back(render);
  for (std::thread &thread : threads)
    thread.join();
  long sum = 0;
  for (long i = 0; i < kPages; i++)
    sum += used[i];
  std::printf("%ld\n", sum);
}
