// project: ParlayLib (include/parlay/scheduler.h, internal/work_stealing_deque.h)
// reference: reduced from memory; the released scheduler aligns each worker's steal attempts to 128 bytes
// kind: per-thread-array
// starts: visible
// wrong: every idle worker counts its steal attempts, which choose its next victim, in its own element of one vector of integers.
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace parlay {

struct WorkStealingJob {
  WorkStealingJob() : done(false) {}
  void operator()() {
    execute();
    done.store(true, std::memory_order_release);
  }
  bool finished() const noexcept { return done.load(std::memory_order_acquire); }

 protected:
  virtual void execute() = 0;
  std::atomic<bool> done;
};

template <typename F> struct JobImpl : WorkStealingJob {
  explicit JobImpl(F& _f) : f(_f) {}
  void execute() override { f(); }
  F& f;
};

namespace internal {

template <typename Job> struct alignas(64) Deque {
  using qidx = unsigned int;
  using tag_t = unsigned int;

  struct age_t {
    tag_t tag;
    qidx top;
  };
  struct alignas(64) padded_job {
    std::atomic<Job*> job;
  };
  static constexpr int q_size = 1000;

  alignas(64) std::atomic<qidx> bot;
  alignas(64) std::atomic<age_t> age;
  std::unique_ptr<padded_job[]> deq;

  Deque() : bot(0), age(age_t{0, 0}), deq(new padded_job[q_size]) {}

  bool push_bottom(Job* job) {
    const qidx local_bot = bot.load(std::memory_order_acquire);
    deq[local_bot].job.store(job, std::memory_order_release);
    if (local_bot + 1 == q_size) std::abort();
    bot.store(local_bot + 1, std::memory_order_seq_cst);
    return local_bot == 0;
  }

  std::pair<Job*, bool> pop_top() {
    age_t old_age = age.load(std::memory_order_acquire);
    const qidx local_bot = bot.load(std::memory_order_acquire);
    if (local_bot > old_age.top) {
      Job* job = deq[old_age.top].job.load(std::memory_order_acquire);
      age_t new_age = old_age;
      new_age.top = new_age.top + 1;
      if (age.compare_exchange_strong(old_age, new_age)) return {job, local_bot == old_age.top + 1};
    }
    return {nullptr, true};
  }

  Job* pop_bottom() {
    Job* result = nullptr;
    qidx local_bot = bot.load(std::memory_order_acquire);
    if (local_bot == 0) return nullptr;
    local_bot--;
    bot.store(local_bot, std::memory_order_seq_cst);
    Job* job = deq[local_bot].job.load(std::memory_order_acquire);
    age_t old_age = age.load(std::memory_order_acquire);
    if (local_bot > old_age.top) return job;
    bot.store(0, std::memory_order_release);
    const age_t new_age{old_age.tag + 1, 0};
    if (local_bot == old_age.top && age.compare_exchange_strong(old_age, new_age)) return job;
    age.store(new_age, std::memory_order_seq_cst);
    return result;
  }
};
}  // namespace internal

template <typename Job> class scheduler {
  static constexpr size_t YIELD_FACTOR = 200;
  static constexpr size_t SLEEP_FACTOR = 200;
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

 public:
  const worker_id_type num_threads;
  static thread_local worker_id_type worker_id;

  explicit scheduler(size_t num_workers)
      : num_threads(static_cast<worker_id_type>(num_workers)), num_deques(num_threads), num_awake_workers(num_threads),
        deques(num_deques), attempts(num_deques), finished_flag(false) {
    worker_id = 0;
    for (worker_id_type i = 1; i < num_threads; ++i)
      spawned_threads.emplace_back([this, i]() {
        worker_id = i;
        worker();
      });
  }

  ~scheduler() {
    finished_flag.store(true, std::memory_order_release);
    for (auto& thread : spawned_threads) thread.join();
  }

  void spawn(Job* job) { deques[worker_id].push_bottom(job); }
  Job* get_own_job() { return deques[worker_id].pop_bottom(); }

  template <typename F> void wait_until(F&& done, bool conservative = false) {
    if (conservative) {
      while (!done()) std::this_thread::yield();
    } else {
      do_work_until(std::forward<F>(done));
    }
  }

 private:
  int num_deques;
  std::atomic<size_t> num_awake_workers;
  std::vector<internal::Deque<Job>> deques;
  std::vector<attempt> attempts; // expect: fsfind-per-thread-slots
  std::vector<std::thread> spawned_threads;
  std::atomic<bool> finished_flag;

  bool finished() const noexcept { return finished_flag.load(std::memory_order_acquire); }

  void worker() {
    while (!finished()) {
      Job* job = get_job([this]() { return finished(); });
      if (job) (*job)();
    }
  }

  template <typename F> void do_work_until(F&& done) {
    while (true) {
      Job* job = get_job(done);
      if (!job) return;
      (*job)();
    }
  }

  template <typename F> Job* get_job(F&& break_early) {
    if (break_early()) return nullptr;
    if (Job* job = get_own_job()) return job;
    return steal_job(std::forward<F>(break_early));
  }

  template <typename F> Job* steal_job(F&& break_early) {
    const size_t id = worker_id;
    const auto start_time = std::chrono::steady_clock::now();
    do {
      for (size_t i = 0; i <= YIELD_FACTOR * num_deques; i++) {
        if (break_early()) return nullptr;
        if (Job* job = try_steal(id)) return job;
      }
      std::this_thread::yield();
    } while (std::chrono::steady_clock::now() - start_time < std::chrono::microseconds(SLEEP_FACTOR * num_deques));
    return nullptr;
  }

  Job* try_steal(size_t id) {
    const size_t target = (hash(id) + hash(attempts[id].val)) % num_deques;
    attempts[id].val++;
    return deques[target].pop_top().first;
  }

  static size_t hash(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return static_cast<size_t>(x ^ (x >> 31));
  }
};

template <typename T> thread_local typename scheduler<T>::worker_id_type scheduler<T>::worker_id = 0;

class fork_join_scheduler {
  scheduler<WorkStealingJob> sched;

 public:
  explicit fork_join_scheduler(size_t p) : sched(p) {}

  template <typename L, typename R> void pardo(L&& left, R&& right, bool conservative = false) {
    JobImpl<R> right_job(right);
    sched.spawn(&right_job);
    left();
    if (Job* mine = sched.get_own_job()) {
      (*mine)();
    }
    sched.wait_until([&]() { return right_job.finished(); }, conservative);
  }

  template <typename F> void parfor(size_t start, size_t end, F&& f, size_t granularity) {
    if (end - start <= granularity) {
      for (size_t i = start; i < end; i++) f(i);
    } else {
      const size_t mid = start + (end - start) / 2;
      pardo([&]() { parfor(start, mid, f, granularity); }, [&]() { parfor(mid, end, f, granularity); });
    }
  }

 private:
  using Job = WorkStealingJob;
};
}  // namespace parlay

void scale(parlay::fork_join_scheduler& fj, double* a, size_t n, double s) {
  fj.parfor(0, n, [=](size_t i) { a[i] *= s; }, 4096);
}
