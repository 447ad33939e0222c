// A pool of threads that take std::functions from a queue; its counters, lock and flags share
// lines.
#include "tests/naming/programs/support.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace {

struct Result {
  long value = 0;
  int runs = 0;
};

class Pool {
public:
  explicit Pool(int threads) {
    tellAll();
    for (int i = 0; i < threads; ++i)
      workers_.emplace_back([this] { run(); });
  }
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    ready_.notify_all();
    for (std::thread &worker : workers_)
      worker.join();
  }
  void submit(std::function<void()> job) {
    submitted_.fetch_add(1, std::memory_order_relaxed);
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    ready_.notify_one();
  }

private:
  void run() {
    while (true) {
      std::function<void()> job;
      {
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [this] { return closing_ || !jobs_.empty(); });
        if (jobs_.empty())
          return;
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      job();
      finished_.fetch_add(1, std::memory_order_relaxed);
    }
  }
  void tellAll() const {
    TELL_MEMBER("stack", "pool", -1, "Pool", *this, mutex_);
    TELL_MEMBER("stack", "pool", -1, "Pool", *this, ready_);
    TELL_MEMBER("stack", "pool", -1, "Pool", *this, jobs_);
    TELL_MEMBER("stack", "pool", -1, "Pool", *this, submitted_);
    TELL_MEMBER("stack", "pool", -1, "Pool", *this, finished_);
    TELL_MEMBER("stack", "pool", -1, "Pool", *this, closing_);
    TELL_MEMBER("stack", "pool", -1, "Pool", *this, workers_);
  }

  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> jobs_;
  std::atomic<long> submitted_{0};
  std::atomic<long> finished_{0};
  bool closing_ = false;
  std::vector<std::thread> workers_;
};

} // namespace

int main() {
  std::vector<Result> results(3);
  for (std::size_t i = 0; i < results.size(); ++i) {
    TELL_MEMBER("heap", "", static_cast<long>(i), "Result", results[i], value);
    TELL_MEMBER("heap", "", static_cast<long>(i), "Result", results[i], runs);
  }
  {
    Pool pool(3);
    for (unsigned number = 0; number < 600; ++number)
      pool.submit([&results, number] {
        Result &result = results[number % 3];
        for (unsigned round = 0; round < 50; ++round)
          result.value += work(number + round) & 7;
        ++result.runs;
      });
  }
}
