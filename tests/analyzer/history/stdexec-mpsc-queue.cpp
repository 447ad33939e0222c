// project: NVIDIA stdexec (stdexec/__detail/__intrusive_mpsc_queue.hpp)
// reference: https://github.com/NVIDIA/stdexec/issues/2171 (read)
// kind: producer-consumer
// starts: hidden
// args: -std=c++20
// also-true: fsfind-contended-atomic
// wrong: the end to which all threads push is next to the end that the thread which runs the loop pops from.
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <utility>

namespace stdexec {
constexpr std::size_t __cache_line_size = 64;

template <auto _NextPtr> class __intrusive_mpsc_queue;

template <class _Node, std::atomic<void*> _Node::* _NextPtr> class __intrusive_mpsc_queue<_NextPtr> {
public:
  __intrusive_mpsc_queue() noexcept { (__stub_.*_NextPtr).store(nullptr, std::memory_order_release); }
  __intrusive_mpsc_queue(const __intrusive_mpsc_queue&) = delete;

  bool push_back(_Node* __new_node) noexcept {
    (__new_node->*_NextPtr).store(nullptr, std::memory_order_relaxed);
    _Node* __prev = static_cast<_Node*>(__head_.exchange(__new_node, std::memory_order_acq_rel));
    const bool __was_nil = __prev == &__stub_;
    (__prev->*_NextPtr).store(__new_node, std::memory_order_release);
    return __was_nil;
  }

  _Node* pop_front() noexcept {
    void* __next = (__tail_->*_NextPtr).load(std::memory_order_acquire);
    if (__tail_ == &__stub_) {
      if (nullptr == __next) return nullptr;
      __tail_ = static_cast<_Node*>(__next);
      __next = (__tail_->*_NextPtr).load(std::memory_order_acquire);
    }
    if (nullptr != __next) return std::exchange(__tail_, static_cast<_Node*>(__next));

    void* __head = __head_.load(std::memory_order_acquire);
    if (__tail_ != __head) return nullptr;
    push_back_nil();
    __next = (__tail_->*_NextPtr).load(std::memory_order_acquire);
    if (nullptr != __next) return std::exchange(__tail_, static_cast<_Node*>(__next));
    return nullptr;
  }

private:
  void push_back_nil() noexcept {
    (__stub_.*_NextPtr).store(nullptr, std::memory_order_relaxed);
    _Node* __prev = static_cast<_Node*>(__head_.exchange(&__stub_, std::memory_order_acq_rel));
    (__prev->*_NextPtr).store(&__stub_, std::memory_order_release);
  }

  _Node __stub_{};
#ifdef FIXED
  alignas(__cache_line_size) std::atomic<void*> __head_{&__stub_};
  alignas(__cache_line_size) _Node* __tail_{&__stub_};
#else
  std::atomic<void*> __head_{&__stub_}; // expect: fsfind-adjacent-thread-fields
  _Node* __tail_{&__stub_};             // expect: fsfind-adjacent-thread-fields
#endif
};

class run_loop {
public:
  struct __task {
    std::atomic<void*> __next_{nullptr};
    void (*__execute_)(__task*) noexcept = nullptr;
  };

  template <class _Rcvr> struct __opstate : __task {
    _Rcvr __rcvr_;
    run_loop* __loop_;

    __opstate(run_loop* __loop, _Rcvr __rcvr) : __rcvr_(static_cast<_Rcvr&&>(__rcvr)), __loop_(__loop) {
      this->__execute_ = [](__task* __p) noexcept {
        auto* __self = static_cast<__opstate*>(__p);
        static_cast<_Rcvr&&>(__self->__rcvr_).set_value();
      };
    }

    void start() & noexcept { __loop_->__push_back(this); }
  };

  void run() noexcept {
    while (true) {
      while (__task* __t = __queue_.pop_front()) __t->__execute_(__t);
      if (__finishing_.load(std::memory_order_acquire)) return;
      __pending_.wait(0, std::memory_order_acquire);
      __pending_.store(0, std::memory_order_release);
    }
  }

  void finish() noexcept {
    __finishing_.store(true, std::memory_order_release);
    __wake();
  }

private:
  void __push_back(__task* __t) noexcept {
    if (__queue_.push_back(__t)) __wake();
  }

  void __wake() noexcept {
    __pending_.store(1, std::memory_order_release);
    __pending_.notify_one();
  }

  __intrusive_mpsc_queue<&__task::__next_> __queue_;
  alignas(__cache_line_size) std::atomic<int> __pending_{0};
  alignas(__cache_line_size) std::atomic<bool> __finishing_{false};
};

class single_thread_context {
public:
  single_thread_context() : __thread_([this] { __loop_.run(); }) {}
  ~single_thread_context() {
    __loop_.finish();
    __thread_.join();
  }
  run_loop& get_loop() noexcept { return __loop_; }

private:
  run_loop __loop_;
  std::thread __thread_;
};

struct __counting_receiver {
  std::size_t* __count_;
  void set_value() && noexcept { ++*__count_; }
};

template struct run_loop::__opstate<__counting_receiver>;
} // namespace stdexec
