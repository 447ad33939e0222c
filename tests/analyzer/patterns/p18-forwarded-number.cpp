// P18: the number of a worker goes through make_unique to its constructor, and from its member to
// the element that its thread writes.
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#ifdef FIXED
struct alignas(64) Count {
#else
struct Count {
#endif
  long value = 0; // expect: fsfind-per-thread-slots
};

struct Totals {
  Count counts[16]; // expect: fsfind-per-thread-slots
};

class Worker {
public:
  Worker(std::size_t number, Totals &totals) : number_(number), totals_(totals) {}
  void start() { thread_ = std::thread(&Worker::run, this); }
  void join() { thread_.join(); }

private:
  void run() {
    for (long i = 0; i < 100000000; ++i)
      totals_.counts[number_].value += i; // expect: fsfind-per-thread-slots
  }

  std::size_t number_;
  Totals &totals_;
  std::thread thread_;
};

int main() {
  Totals totals;
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < 16; ++i) {
    workers.push_back(std::make_unique<Worker>(i, totals));
    workers.back()->start();
  }
  for (const auto &worker : workers)
    worker->join();
  return static_cast<int>(totals.counts[0].value);
}
