// project: AdaptiveCpp (runtime/omp)
// reference: https://github.com/AdaptiveCpp/AdaptiveCpp/pull/2105 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: a queue's memset runs as one call in the queue's worker thread; kernels on the same memory use all threads.
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace rt {
class worker_thread {
public:
  worker_thread() : thread_([this] { work(); }) {}
  void operator()(std::function<void()> f) {
    std::lock_guard<std::mutex> lock(mutex_);
    tasks_.push_back(std::move(f));
    condition_.notify_one();
  }

private:
  void work() {
    for (;;) {
      std::function<void()> next;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        condition_.wait(lock, [this] { return !tasks_.empty(); });
        next = std::move(tasks_.front());
        tasks_.pop_front();
      }
      next();
    }
  }
  std::mutex mutex_;
  std::condition_variable condition_;
  std::deque<std::function<void()>> tasks_;
  std::thread thread_;
};

class omp_queue {
public:
  void submit_memset(void* ptr, int pattern, std::size_t bytes) {
    worker_([=] {
#ifdef FIXED
      constexpr std::size_t block = 1 << 16;
      const std::ptrdiff_t blocks = static_cast<std::ptrdiff_t>((bytes + block - 1) / block);
#pragma omp parallel for schedule(static)
      for (std::ptrdiff_t b = 0; b < blocks; ++b)
        std::memset(static_cast<char*>(ptr) + b * block, pattern, std::min(block, bytes - b * block));
#else
      std::memset(ptr, pattern, bytes); // expect: fsfind-serial-first-touch
#endif
    });
  }

  template <typename Kernel> void submit_kernel(std::size_t range, Kernel k) {
    worker_([=] {
#pragma omp parallel for schedule(static)
      for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(range); ++i) k(static_cast<std::size_t>(i));
    });
  }

private:
  worker_thread worker_;
};

template <typename T> T* malloc_shared(std::size_t n) {
  return static_cast<T*>(std::aligned_alloc(64, (n * sizeof(T) + 63) / 64 * 64)); // expect: fsfind-serial-first-touch
}
} // namespace rt

void saxpy(rt::omp_queue& q, const float* x, std::size_t n, float a, int repeats, float** result) {
  float* y = rt::malloc_shared<float>(n);
  q.submit_memset(y, 0, n * sizeof(float));
  for (int r = 0; r < repeats; ++r) q.submit_kernel(n, [=](std::size_t i) { y[i] += a * x[i]; });
  *result = y;
}
