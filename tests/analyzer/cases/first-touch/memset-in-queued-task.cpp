// args: -std=c++17 -fopenmp
// suspect: run
// Brightness sums are cleared by one memset, then an OpenMP team adds every frame. Both run as
// type-erased tasks in the only thread of a queue: the first touch is serial, though not main's.
// as in: AdaptiveCpp, https://github.com/AdaptiveCpp/AdaptiveCpp/pull/2105
#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
struct Desk {
  Desk() {
    clerk_ = std::thread([this] {
      for (;;) {
        std::unique_lock<std::mutex> hold(lock_);
        filled_.wait(hold, [this] { return !orders_.empty(); });
        std::function<void()> order = std::move(orders_.front());
        orders_.pop_front();
        hold.unlock();
        if (!order)
          return;
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
    post(nullptr);
    clerk_.join();
  }
  std::deque<std::function<void()>> orders_;
  std::mutex lock_;
  std::condition_variable filled_;
  std::thread clerk_;
};
void clear(Desk &desk, void *at, std::size_t length) {
  desk.post([=] {
#ifdef FIXED
    const std::size_t piece = 65536;
#pragma omp parallel for schedule(static)
    for (std::size_t from = 0; from < length; from += piece)
      std::memset(static_cast<char *>(at) + from, 0, std::min(piece, length - from));
#else
    std::memset(at, 0, length); // expect: fsfind-serial-first-touch
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
  float *light = static_cast<float *>(std::malloc(pixels * sizeof(float)));
  clear(desk, light, pixels * sizeof(float));
  for (int f = 0; f < frames; ++f)
    each(desk, pixels, [light, f](std::size_t i) { light[i] += static_cast<float>(f); });
  desk.post([light] { std::free(light); });
}
