// project: UnoDB (qsbr.hpp)
// reference: https://github.com/unodb-dev/unodb/pull/308 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the state word that threads change when they pass a quiescent state lies among statistics and orphan lists that other
//        threads write under other locks.
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace unodb {
namespace detail {
constexpr std::size_t hardware_destructive_interference_size = 128;
}

struct deallocation_request {
  void* pointer;
};

class qsbr final {
public:
  static qsbr& instance() {
    static qsbr the_instance;
    return the_instance;
  }

  uint64_t get_state() const noexcept { return state.load(std::memory_order_acquire); }

  bool remove_thread_from_previous_epoch() noexcept {
    auto old = state.load(std::memory_order_acquire);
    while (!state.compare_exchange_weak(old, old - 1)) {
    }
    return (old & 0xFFFF) == 1;
  }

  void register_dealloc_stats(std::size_t size, std::size_t count) {
    std::lock_guard<std::mutex> guard{dealloc_stats_lock};
    epoch_dealloc_bytes += static_cast<double>(size);
    epoch_dealloc_count += static_cast<double>(count);
  }

  void orphan(void* list) noexcept {
    void* head = orphaned_requests.load(std::memory_order_acquire);
    while (!orphaned_requests.compare_exchange_weak(head, list)) {
    }
  }

private:
#ifdef FIXED
  alignas(detail::hardware_destructive_interference_size) std::atomic<uint64_t> state{0};
  alignas(detail::hardware_destructive_interference_size) std::atomic<void*> orphaned_requests{nullptr};
  alignas(detail::hardware_destructive_interference_size) std::mutex dealloc_stats_lock;
#else
  std::atomic<uint64_t> state{0};                // expect: fsfind-adjacent-thread-fields
  std::atomic<void*> orphaned_requests{nullptr}; // expect: fsfind-adjacent-thread-fields
  std::mutex dealloc_stats_lock;                 // expect: fsfind-adjacent-thread-fields
#endif
  double epoch_dealloc_bytes{0};
  double epoch_dealloc_count{0};
};

class qsbr_per_thread {
public:
  void quiescent() {
    const auto now = qsbr::instance().get_state() >> 32;
    if (now == last_seen_) return;
    last_seen_ = now;
    if (qsbr::instance().remove_thread_from_previous_epoch())
      qsbr::instance().register_dealloc_stats(requests_.size() * sizeof(void*), requests_.size());
    requests_.clear();
  }
  void defer(void* pointer) { requests_.push_back({pointer}); }
  ~qsbr_per_thread() {
    if (!requests_.empty()) qsbr::instance().orphan(&requests_);
  }

private:
  uint64_t last_seen_ = 0;
  std::vector<deallocation_request> requests_;
};

void run_operations(qsbr_per_thread& thread, void (*operation)(qsbr_per_thread&), int n) {
  for (int i = 0; i < n; ++i) {
    operation(thread);
    thread.quiescent();
  }
}
} // namespace unodb
