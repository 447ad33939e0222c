#include "c2c-ingest/timing/Crew.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <sched.h>
#include <system_error>
#include <thread>
#include <vector>

namespace fsfind::timing {

namespace {

constexpr auto kAskEvery = std::chrono::milliseconds(20);

struct FreeCpuSet {
  void operator()(cpu_set_t *set) const { CPU_FREE(set); }
};

/// Returns errno; 0 = done.
int pin(std::uint32_t cpu) {
  const std::unique_ptr<cpu_set_t, FreeCpuSet> set(CPU_ALLOC(cpu + 1));
  if (!set)
    return ENOMEM;
  const std::size_t size = CPU_ALLOC_SIZE(cpu + 1);
  CPU_ZERO_S(size, set.get());
  CPU_SET_S(cpu, size, set.get());
  return sched_setaffinity(0, size, set.get()) == 0 ? 0 : errno;
}

class Crew {
public:
  Crew(std::span<const std::uint32_t> cpus, const std::function<void(const Member &)> &work)
      : cpus_(cpus), work_(work) {}

  Expected<void> run(const GoOn &go_on) {
    start();
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kAskEvery, [&] { return gone_ == threads_.size(); })) {
      lock.unlock();
      if (!go_on())
        ended_ = true;
      lock.lock();
    }
    lock.unlock();
    for (std::thread &thread : threads_)
      thread.join();
    if (error_)
      return failure(*error_);
    return {};
  }

private:
  void start() {
    try {
      for (std::size_t i = 0; i < cpus_.size(); ++i)
        threads_.emplace_back([this, i] { live(i); });
    } catch (const std::system_error &error) {
      fail({"machine",
            {},
            fmt::format("no thread for each CPU: {}", error.what()),
            "allow more threads (ulimit -u)"});
    }
  }

  void fail(Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_)
      error_ = std::move(error);
    changed_.notify_all();
  }

  void live(std::size_t index) {
    if (const int problem = pin(cpus_[index]); problem != 0)
      fail({"machine",
            {},
            fmt::format("a thread cannot be pinned to CPU {}: {}", cpus_[index],
                        std::strerror(problem)),
            "check the affinity (taskset -p $$) and the cpuset"});
    if (allPinned())
      work_({index, cpus_[index], ended_});
    const std::lock_guard lock(mutex_);
    ++gone_;
    changed_.notify_all();
  }

  /// Waits for the others; false if one failed.
  bool allPinned() {
    std::unique_lock lock(mutex_);
    ++ready_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return error_ || ready_ == cpus_.size(); });
    return !error_;
  }

  std::span<const std::uint32_t> cpus_;
  const std::function<void(const Member &)> &work_;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_; ///< guards what follows, but for threads_, which is the caller's
  std::condition_variable changed_;
  std::size_t ready_ = 0, gone_ = 0;
  std::optional<Error> error_;
  std::vector<std::thread> threads_;
};

} // namespace

Expected<void> runPinned(std::span<const std::uint32_t> cpus, const GoOn &go_on,
                         const std::function<void(const Member &)> &work) {
  return Crew(cpus, work).run(go_on);
}

} // namespace fsfind::timing
