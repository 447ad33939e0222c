// T5: members that only the constructor writes.
#include <atomic>
#include <thread>
#include <vector>

class Limits {
public:
  Limits(long low, long high) : low_(low), high_(high) {}
  void grow() {
#ifndef FIXED
    for (long i = 0; i < 100000000; ++i)
      high_.fetch_add(1);
#endif
  }
  long watch() const {
    long sum = 0;
    for (long i = 0; i < 100000000; ++i)
      sum += low_.load();
    return sum;
  }
  void shrink() {
#ifndef FIXED
    for (long i = 0; i < 100000000; ++i)
      low_.fetch_sub(1);
#endif
  }

private:
  std::atomic<long> low_;  // expect: fsfind-adjacent-thread-fields
  std::atomic<long> high_; // expect: fsfind-adjacent-thread-fields
};

int main() {
  static Limits limits(1, 2);
  std::thread grower(&Limits::grow, &limits), shrinker(&Limits::shrink, &limits);
  std::thread watcher([] { limits.watch(); });
  grower.join();
  shrinker.join();
  watcher.join();
}
