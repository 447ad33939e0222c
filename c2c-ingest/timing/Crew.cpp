#include "c2c-ingest/timing/Crew.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace fsfind::timing {

namespace {

constexpr auto kAskEvery = std::chrono::milliseconds(20);

class Crew {
public:
  Crew(std::span<const std::uint32_t> cpus, const std::function<void(const Member &)> &work)
      : cpus_(cpus), work_(work) {}

  Expected<CrewRun> run(const GoOn &go_on) {
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
    return CrewRun{interrupted_};
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
    if (const std::string problem = pinTo(cpus_[index]); !problem.empty())
      fail({"machine",
            {},
            fmt::format("a thread cannot be pinned to CPU {}: {}", cpus_[index], problem),
            "check the affinity and the cpuset of this process"});
    if (allPinned())
      work(index);
    const std::lock_guard lock(mutex_);
    ++gone_;
    changed_.notify_all();
  }

  void work(std::size_t index) {
    const auto start = std::chrono::steady_clock::now();
    const ThreadUse before = threadUse();
    work_({index, cpus_[index], ended_});
    if (tookTime(before, threadUse(), std::chrono::steady_clock::now() - start))
      interrupted_ = true;
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
  std::atomic<bool> ended_ = false, interrupted_ = false;
  std::mutex mutex_; ///< guards what follows, but for threads_, which is the caller's
  std::condition_variable changed_;
  std::size_t ready_ = 0, gone_ = 0;
  std::optional<Error> error_;
  std::vector<std::thread> threads_;
};

} // namespace

bool tookTime(const ThreadUse &before, const ThreadUse &after, std::chrono::nanoseconds wall) {
  constexpr int kPart = 50;
  const auto lost = wall - (after.cpu - before.cpu) - 2 * after.step;
  const bool preempted = !after.preemptions || after.preemptions != before.preemptions;
  return preempted && lost > wall / kPart;
}

Expected<CrewRun> runPinned(std::span<const std::uint32_t> cpus, const GoOn &go_on,
                            const std::function<void(const Member &)> &work) {
  return Crew(cpus, work).run(go_on);
}

} // namespace fsfind::timing
