// suspect: threads, object, data
// P6: a budget that callers in many threads add to, beside the limit that each of them compares it
// with. No thread is in sight: that the function adds atomically tells of them.
#include <atomic>
#include <cstddef>

struct Budget {
  bool charge(const long *sizes, int n);
#ifdef FIXED
  alignas(64) long limit = 1 << 20;
  alignas(64) std::atomic<long> used{0};
#else
  long limit = 1 << 20;      // expect: fsfind-adjacent-thread-fields
  std::atomic<long> used{0}; // expect: fsfind-adjacent-thread-fields
#endif
};

bool Budget::charge(const long *sizes, int n) {
  for (int i = 0; i < n; ++i)
    if (used.fetch_add(sizes[i]) > limit)
      return false;
  return true;
}

// Of these there are many, each used by one thread after the other.
struct Page {
  void pin(int n);
  long size;
  std::atomic<long> hits{0};
  Page *next;
};

void Page::pin(int n) {
  for (int i = 0; i < n; ++i)
    if (hits.fetch_add(1) > size)
      return;
}
