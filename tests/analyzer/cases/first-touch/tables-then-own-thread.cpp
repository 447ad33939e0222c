// args: -std=c++17 -pthread
// suspect: run
// The constructor of a jigsaw worker makes and clears megabytes of tables, by a loop over an array
// of elements that clear themselves, then starts the worker's thread, which alone uses them.
// as in: Stockfish, https://github.com/official-stockfish/Stockfish/pull/466
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
struct Edge {
  int fits[4096];
  void clear() { std::memset(fits, 0, sizeof fits); } // expect: fsfind-serial-first-touch
};
struct Tables {
  Edge edges[256];
};
class Worker {
public:
  Worker() {
#ifndef FIXED
    make_tables(); // expect: fsfind-serial-first-touch
#endif
    thread_ = std::thread(&Worker::work, this);
  }
  ~Worker() {
    start(-1); // ends the wait of a thread without work
    thread_.join();
  }
  void start(long pieces) {
    std::lock_guard<std::mutex> hold(lock_);
    pieces_ = pieces;
    changed_.notify_one();
  }
private:
  void make_tables() {
    tables_.reset(new Tables); // expect: fsfind-serial-first-touch
    for (Edge &edge : tables_->edges)
      edge.clear();
  }
  void work() {
#ifdef FIXED
    make_tables();
#endif
    std::unique_lock<std::mutex> hold(lock_);
    changed_.wait(hold, [this] { return pieces_ != 0; });
    for (long p = 0; p < pieces_; ++p)
      ++tables_->edges[p & 255].fits[p * 31 & 4095];
  }
  std::unique_ptr<Tables> tables_;
  std::mutex lock_;
  std::condition_variable changed_;
  long pieces_ = 0;
  std::thread thread_;
};
std::vector<std::unique_ptr<Worker>> workers;
void grow(std::size_t count) {
  while (workers.size() < count)
    workers.push_back(std::make_unique<Worker>());
}
