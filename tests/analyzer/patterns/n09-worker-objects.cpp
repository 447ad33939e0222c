// args: -std=c++17 -pthread
// suspect: run
// N9: whoever makes the workers constructs, and so clears, the tables of each.
#include <memory>
#include <thread>
#include <vector>

struct Tables {
  int counts[1024][1024] = {};
};

class Worker {
public:
  explicit Worker(unsigned seed) : seed_(seed) {
#ifndef FIXED
    tables_ = std::make_unique<Tables>(); // expect: fsfind-serial-first-touch
#endif
    thread_ = std::thread(&Worker::run, this);
  }
  void join() { thread_.join(); }

private:
  void run() {
#ifdef FIXED
    tables_ = std::make_unique<Tables>();
#endif
    for (unsigned i = 0; i < 100000000; ++i) {
      seed_ = seed_ * 1664525 + 1013904223;
      tables_->counts[seed_ >> 22][i % 1024] += 1;
    }
  }
  unsigned seed_;
  std::unique_ptr<Tables> tables_;
  std::thread thread_;
};

int main() {
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned i = 0; i < 16; ++i)
    workers.push_back(std::make_unique<Worker>(i));
  for (auto &worker : workers)
    worker->join();
}
