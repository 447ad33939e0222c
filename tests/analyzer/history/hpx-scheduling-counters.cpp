// project: HPX (runtime/threads/detail/scheduled_thread_pool.hpp)
// reference: https://github.com/TheHPXProject/hpx/issues/3612 and pull/3614 (read)
// kind: per-thread-array
// starts: visible
// wrong: each counter is a vector with an element by worker; the idle and busy loop counts are written on every turn.
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace hpx { namespace util {
template <typename T> struct alignas(64) cache_line_data {
  T data_;
};
}} // namespace hpx::util

namespace hpx { namespace threads { namespace detail {
struct scheduling_counters {
  int64_t& executed_threads_;
  int64_t& executed_phases_;
  int64_t& idle_loop_count_;
  int64_t& busy_loop_count_;
};

template <typename Scheduler>
void scheduling_loop(std::size_t num_thread, Scheduler& scheduler, scheduling_counters& counters) {
  int64_t& idle_loop_count = counters.idle_loop_count_;
  int64_t& busy_loop_count = counters.busy_loop_count_;
  while (scheduler.running()) {
    if (auto* task = scheduler.get_next_thread(num_thread)) {
      idle_loop_count = 0;
      ++busy_loop_count;
      task->run();
      ++counters.executed_threads_;
      ++counters.executed_phases_;
    } else {
      ++idle_loop_count;
    }
  }
}

template <typename Scheduler> class scheduled_thread_pool {
public:
  explicit scheduled_thread_pool(Scheduler& s) : sched_(s) {}
  void run(std::size_t threads);
  void thread_func(std::size_t num_thread);

private:
  Scheduler& sched_;
  std::vector<std::thread> threads_;
#ifdef FIXED
  struct scheduling_counter_data {
    int64_t executed_threads_ = 0;
    int64_t executed_phases_ = 0;
    int64_t idle_loop_counts_ = 0;
    int64_t busy_loop_counts_ = 0;
  };
  std::vector<util::cache_line_data<scheduling_counter_data>> counter_data_;
#else
  std::vector<int64_t> executed_threads_; // expect: fsfind-per-thread-slots
  std::vector<int64_t> executed_phases_;  // expect: fsfind-per-thread-slots
  std::vector<int64_t> idle_loop_counts_; // expect: fsfind-per-thread-slots
  std::vector<int64_t> busy_loop_counts_; // expect: fsfind-per-thread-slots
#endif
};

template <typename Scheduler> void scheduled_thread_pool<Scheduler>::run(std::size_t threads) {
#ifdef FIXED
  counter_data_.resize(threads);
#else
  executed_threads_.resize(threads);
  executed_phases_.resize(threads);
  idle_loop_counts_.resize(threads);
  busy_loop_counts_.resize(threads);
#endif
  for (std::size_t i = 0; i != threads; ++i)
    threads_.emplace_back(&scheduled_thread_pool::thread_func, this, i);
}

template <typename Scheduler>
void scheduled_thread_pool<Scheduler>::thread_func(std::size_t num_thread) {
#ifdef FIXED
  auto& d = counter_data_[num_thread].data_;
  scheduling_counters counters{d.executed_threads_, d.executed_phases_, d.idle_loop_counts_, d.busy_loop_counts_};
#else
  scheduling_counters counters{executed_threads_[num_thread], executed_phases_[num_thread],
                               idle_loop_counts_[num_thread], busy_loop_counts_[num_thread]};
#endif
  scheduling_loop(num_thread, sched_, counters);
}
}}} // namespace hpx::threads::detail

struct task {
  void run();
};

struct local_queue_scheduler {
  bool running() const;
  task* get_next_thread(std::size_t num_thread);
};

template class hpx::threads::detail::scheduled_thread_pool<local_queue_scheduler>;
