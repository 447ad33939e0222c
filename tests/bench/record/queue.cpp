// Blocking: producers and consumers share a bounded queue, a mutex and two condition variables.
#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kPairs = 3, kJobs = 6000, kRoom = 16, kKinds = 6;

struct Job {
  int number = 0, kind = 0;
};

struct Queue {
  std::mutex mutex;
  std::condition_variable filled, drained;
  alignas(64) std::array<Job, kRoom> jobs;
  alignas(64) std::size_t first = 0;
  std::size_t count = 0;
};

struct Kind {
  alignas(64) std::mutex mutex;
  long done = 0;
};

Queue queue;
std::array<Kind, kKinds> kinds;

void produce() {
  for (int i = 0; i < kJobs; ++i) {
    std::unique_lock lock(queue.mutex);
    queue.drained.wait(lock, [] { return queue.count < kRoom; });
    queue.jobs[(queue.first + queue.count++) % kRoom] = {
        i, __builtin_ctz(static_cast<unsigned>(i) | 32)};
    queue.filled.notify_one();
  }
}

void consume() {
  for (int i = 0; i < kJobs; ++i) {
    Job job;
    {
      std::unique_lock lock(queue.mutex);
      queue.filled.wait(lock, [] { return queue.count > 0; });
      job = queue.jobs[queue.first];
      queue.first = (queue.first + 1) % kRoom;
      --queue.count;
      queue.drained.notify_one();
    }
    const std::lock_guard lock(kinds[static_cast<std::size_t>(job.kind)].mutex);
    ++kinds[static_cast<std::size_t>(job.kind)].done;
  }
}

} // namespace

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < kPairs; ++i) {
    threads.emplace_back(produce);
    threads.emplace_back(consume);
  }
  for (std::thread &thread : threads)
    thread.join();
}
