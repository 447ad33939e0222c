// project: ParlayLib (include/parlay/scheduler.h)
// reference: reduced from memory; the released struct attempt is aligned to 128
// kind: per-thread-array
// starts: visible
// wrong: each worker's count of attempts to steal, which seeds the choice of a victim and grows while idle, is an element of one
//        vector for all workers.
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace parlay {

namespace internal {
inline uint64_t hash(uint64_t x) {
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}
}

struct WorkStealingJob {
  std::function<void()> f;
  std::atomic<bool> done{false};
  void operator()() {
    f();
    done.store(true, std::memory_order_release);
  }
  bool finished() const { return done.load(std::memory_order_acquire); }
};

template <typename Job> struct alignas(128) Deque {
  static constexpr int q_size = 1000;
  struct age_t {
    uint32_t tag;
    uint32_t top;
  };
  struct alignas(64) padded_job {
    std::atomic<Job*> job;
  };

  alignas(64) std::atomic<uint32_t> bot{0};
  alignas(64) std::atomic<age_t> age{age_t{0, 0}};
  std::array<padded_job, q_size> deq;

  bool push_bottom(Job* job) {
    auto local_bot = bot.load(std::memory_order_acquire);
    deq[local_bot].job.store(job, std::memory_order_release);
    local_bot += 1;
    bot.store(local_bot, std::memory_order_seq_cst);
    return local_bot == 1;
  }

  Job* pop_top() {
    auto old_age = age.load(std::memory_order_acquire);
    auto local_bot = bot.load(std::memory_order_acquire);
    if (local_bot <= old_age.top) return nullptr;
    auto job = deq[old_age.top].job.load(std::memory_order_acquire);
    auto new_age = old_age;
    new_age.top = new_age.top + 1;
    return age.compare_exchange_strong(old_age, new_age) ? job : nullptr;
  }

  Job* pop_bottom() {
    auto local_bot = bot.load(std::memory_order_acquire);
    if (local_bot == 0) return nullptr;
    local_bot--;
    bot.store(local_bot, std::memory_order_seq_cst);
    auto job = deq[local_bot].job.load(std::memory_order_acquire);
    auto old_age = age.load(std::memory_order_acquire);
    if (local_bot > old_age.top) return job;
    bot.store(0, std::memory_order_release);
    auto new_age = age_t{old_age.tag + 1, 0};
    if (local_bot == old_age.top && age.compare_exchange_strong(old_age, new_age)) return job;
    age.store(new_age, std::memory_order_seq_cst);
    return nullptr;
  }
};

template <typename Job> struct scheduler {
  using worker_id_type = unsigned int;

#ifdef FIXED
  struct alignas(128) attempt {
    size_t val;
  };
#else
  struct attempt {
    size_t val; // expect: fsfind-per-thread-slots
  };
#endif

  explicit scheduler(size_t num_workers)
      : num_threads(static_cast<worker_id_type>(num_workers)), deques(num_threads), attempts(num_threads), finished_flag(false) {
    my_id() = 0;
    for (worker_id_type i = 1; i < num_threads; ++i)
      spawned_threads.emplace_back([this, i]() {
        my_id() = i;
        worker();
      });
  }

  ~scheduler() {
    finished_flag.store(true, std::memory_order_release);
    for (auto& t : spawned_threads) t.join();
  }

  void spawn(Job* job) { deques[my_id()].push_bottom(job); }

  template <typename F> void wait_until(F&& done) {
    while (!done()) {
      Job* job = get_job(done);
      if (!job) return;
      (*job)();
    }
  }

  Job* get_own_job() { return deques[my_id()].pop_bottom(); }
  worker_id_type num_workers() const { return num_threads; }

private:
  static worker_id_type& my_id() {
    static thread_local worker_id_type id = 0;
    return id;
  }

  void worker() {
    wait_until([this]() { return finished_flag.load(std::memory_order_acquire); });
  }

  template <typename F> Job* get_job(F&& break_early) {
    if (break_early()) return nullptr;
    if (Job* job = get_own_job()) return job;
    return steal_job(break_early);
  }

  template <typename F> Job* steal_job(F&& break_early) {
    size_t id = my_id();
    while (true) {
      for (size_t i = 0; i <= num_threads * 100; i++) {
        if (break_early()) return nullptr;
        if (Job* job = try_steal(id)) return job;
      }
      std::this_thread::sleep_for(std::chrono::nanoseconds(num_threads * 100));
    }
  }

  Job* try_steal(size_t id) {
    size_t target = (internal::hash(id) + internal::hash(attempts[id].val)) % num_threads;
    attempts[id].val++;
    return deques[target].pop_top();
  }

  worker_id_type num_threads;
  std::vector<Deque<Job>> deques;
  std::vector<attempt> attempts; // expect: fsfind-per-thread-slots
  std::vector<std::thread> spawned_threads;
  std::atomic<bool> finished_flag;
};

class fork_join_scheduler {
  scheduler<WorkStealingJob> sched{std::thread::hardware_concurrency()};

public:
  template <typename L, typename R> void pardo(L&& left, R&& right) {
    WorkStealingJob right_job{std::forward<R>(right)};
    sched.spawn(&right_job);
    left();
    if (WorkStealingJob* job = sched.get_own_job())
      (*job)();
    sched.wait_until([&]() { return right_job.finished(); });
  }
};

} // namespace parlay

long sum(parlay::fork_join_scheduler& fj, const long* a, size_t n) {
  if (n < 1000) {
    long s = 0;
    for (size_t i = 0; i < n; i++) s += a[i];
    return s;
  }
  long l = 0, r = 0;
  fj.pardo([&] { l = sum(fj, a, n / 2); }, [&] { r = sum(fj, a + n / 2, n - n / 2); });
  return l + r;
}

int main() {
  parlay::fork_join_scheduler fj;
  std::vector<long> a(10000000, 1);
  return sum(fj, a.data(), a.size()) == 10000000 ? 0 : 1;
}
