#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace fsfind::ingest {

/// Threads that do one piece of work side by side. Where the system gives fewer threads than wanted
/// (a container's limit of processes), fewer do it: `work` has to take its parts from something
/// shared, such as a counter, and may not rely on any one worker.
class Workers {
public:
  /// Runs `work(worker)` for each worker from `first` up to `end` on a thread of its own.
  Workers(unsigned first, unsigned end, std::function<void(unsigned worker)> work);
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  /// Number of threads that the system let start.
  [[nodiscard]] std::size_t started() const { return threads_.size(); }
  /// Waits for all threads and rethrows the first exception of any (std::bad_alloc can come from
  /// anywhere). The destructor waits too, and throws nothing.
  void join();

private:
  void run(unsigned worker) noexcept;

  const std::function<void(unsigned)> work_;
  std::mutex mutex_;
  std::exception_ptr thrown_; ///< the first exception of any thread
  std::vector<std::jthread> threads_;
};

} // namespace fsfind::ingest
