// args: -std=c++17 -pthread
// The huts of a trail network are constructed one by one by the calling thread, then a thread pool works on blocks of them. The
// pool is a local static whose threads wait for a round and call a type-erased job; a template wraps one lambda in another.
// known-miss: the threads call a type-erased job that a condition variable announces, so that the lambdas in it are not known to run on several threads
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

class Crew {
public:
  static Crew &all() {
    static Crew crew(16);
    return crew;
  }
  void run(std::function<void(std::size_t)> job) {
    std::unique_lock<std::mutex> hold(lock_);
    job_ = std::move(job);
    busy_ = threads_.size();
    ++round_;
    changed_.notify_all();
    changed_.wait(hold, [this] { return busy_ == 0; });
  }
  std::pair<std::size_t, std::size_t> block(std::size_t n, std::size_t member) const {
    return {n * member / threads_.size(), n * (member + 1) / threads_.size()};
  }

private:
  explicit Crew(std::size_t count) {
    for (std::size_t n = 0; n < count; ++n)
      threads_.emplace_back([this, n] {
        std::unique_lock<std::mutex> hold(lock_);
        for (std::size_t seen = 0;; changed_.notify_all()) {
          changed_.wait(hold, [&] { return round_ != seen; });
          seen = round_;
          hold.unlock();
          job_(n);
          hold.lock();
          --busy_;
        }
      });
  }
  std::mutex lock_;
  std::condition_variable changed_;
  std::function<void(std::size_t)> job_;
  std::size_t round_ = 0, busy_ = 0;
  std::vector<std::thread> threads_;
};
template <class Work> void for_all(std::size_t n, const Work &work) {
  Crew::all().run([&](std::size_t member) {
    for (auto [i, last] = Crew::all().block(n, member); i < last; ++i)
      work(i);
  });
}
struct Hut {
  double water = 0, guests = 1;
};
int main() {
  const std::size_t count = std::size_t(1) << 26;
  Hut *huts = static_cast<Hut *>(std::malloc(count * sizeof(Hut)));
#ifdef FIXED
  for_all(count, [huts](std::size_t i) { new (huts + i) Hut(); });
#else
  for (std::size_t i = 0; i < count; ++i)
    new (huts + i) Hut(); // expect: fsfind-serial-first-touch
#endif
  for (int day = 0; day < 100; ++day)
    for_all(count, [huts](std::size_t i) { huts[i].water += 0.5 * huts[i].guests; });
  std::_Exit(0); // the crew is never sent home
}
