// Threads count the words and letters of texts of their own in the same numbers, by way of a
// pointer, and nobody looks at these before the threads have ended.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

constexpr int kThreads = 4, kTexts = 40, kLength = 400;

struct Totals {
  std::atomic<long> words{0};
  std::atomic<std::uint32_t> letters{0};
  std::atomic<int> balance{0};
};

static unsigned next(unsigned &seed) {
  seed = seed * 1103515245U + 12345U;
  return seed >> 16;
}

class Reader {
public:
  Reader(Totals *totals, unsigned first) : totals_(totals), first_(first) {}

  void operator()() {
    unsigned seed = first_;
    for (int text = 0; text < kTexts; text++) {
      bool inside = false;
      for (int at = 0; at < kLength; at++) {
        const bool letter = next(seed) % 5 != 0;
        if (letter && !inside)
          totals_->words.fetch_add(1, std::memory_order_relaxed);
        if (letter)
          totals_->letters += 1 + next(seed) % 2; // some count twice
        else
          totals_->balance--;
        inside = letter;
      } // of the text
    }
    while (next(seed) % 64 != 0) {
      totals_->balance.fetch_sub(static_cast<int>(seed % 3));
      totals_->balance += 2;
    }
  }

private:
  Totals *totals_;
  unsigned first_;
};

int main(int argc, char **) {
  Totals totals;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; i++)
    threads.emplace_back(Reader(&totals, 17U * static_cast<unsigned>(i + argc)));
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%ld %u %d\n", totals.words.load(), totals.letters.load(), totals.balance.load());
}
