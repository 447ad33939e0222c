// args: -std=c++17 -fopenmp
// The brightness sums of a film scan are cleared by one memset, then every frame is added by an OpenMP team. Both run as
// tasks that the only thread of a queue takes out as type-erased callables: the first touch is serial, though not main's.
// as in: AdaptiveCpp, https://github.com/AdaptiveCpp/AdaptiveCpp/pull/2105
#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

class Desk {
public:
  Desk() {
    clerk_ = std::thread([this] {
      for (;;) {
        std::unique_lock<std::mutex> hold(lock_);
        filled_.wait(hold, [this] { return closed_ || !orders_.empty(); });
        if (orders_.empty())
          return;
        std::function<void()> order = std::move(orders_.front());
        orders_.pop_front();
        hold.unlock();
        order();
      }
    });
  }
  void post(std::function<void()> order) {
    std::lock_guard<std::mutex> hold(lock_);
    orders_.push_back(std::move(order));
    filled_.notify_one();
  }
  ~Desk() {
    post([this] { closed_ = true; });
    clerk_.join();
  }

private:
  std::deque<std::function<void()>> orders_;
  std::mutex lock_;
  std::condition_variable filled_;
  bool closed_ = false;
  std::thread clerk_;
};

template <class T> T *line_array(std::size_t n) {
  return static_cast<T *>(std::aligned_alloc(64, (n * sizeof(T) + 63) / 64 * 64));
}
void clear(Desk &desk, void *at, int byte, std::size_t length) {
  desk.post([=] {
#ifdef FIXED
    const std::size_t piece = 65536;
#pragma omp parallel for schedule(static)
    for (std::size_t from = 0; from < length; from += piece)
      std::memset(static_cast<char *>(at) + from, byte, std::min(piece, length - from));
#else
    std::memset(at, byte, length); // expect: fsfind-serial-first-touch
#endif
  });
}
template <class Body> void each(Desk &desk, std::size_t n, Body body) {
  desk.post([=] {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i)
      body(i);
  });
}
void scan(Desk &desk, std::size_t pixels, int frames) {
  float *light = line_array<float>(pixels);
  clear(desk, light, 0, pixels * sizeof(float));
  for (int f = 0; f < frames; ++f)
    each(desk, pixels, [light, f](std::size_t i) { light[i] += static_cast<float>(f); });
}
