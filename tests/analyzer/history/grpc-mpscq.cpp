// project: gRPC (src/core/lib/gprpp/mpscq.h)
// reference: reduced from memory; the released queue has a union of the head with a cache line of padding
// kind: producer-consumer
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: producers exchange the head of the queue, and the one consumer moves the tail, which lies behind it.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#define GPR_CACHELINE_SIZE 64
#define GPR_LIKELY(x) __builtin_expect((x), 1)
#define GPR_DEBUG_ASSERT(x) \
  do {                      \
  } while (0 && (x))

typedef std::mutex gpr_mu;

namespace grpc_core {

class MultiProducerSingleConsumerQueue {
 public:
  struct Node {
    std::atomic<Node*> next{nullptr};
  };

  MultiProducerSingleConsumerQueue() : head_{&stub_}, tail_(&stub_) {}
  ~MultiProducerSingleConsumerQueue() {
    GPR_DEBUG_ASSERT(head_.load(std::memory_order_relaxed) == &stub_);
    GPR_DEBUG_ASSERT(tail_ == &stub_);
  }

  bool Push(Node* node);
  Node* Pop();
  Node* PopAndCheckEnd(bool* empty);

 private:
#ifdef FIXED
  union {
    char padding_[GPR_CACHELINE_SIZE];
    std::atomic<Node*> head_;
  };
#else
  std::atomic<Node*> head_; // expect: fsfind-adjacent-thread-fields
#endif
  Node* tail_; // expect: fsfind-adjacent-thread-fields
  Node stub_;
};

class LockedMultiProducerSingleConsumerQueue {
 public:
  typedef MultiProducerSingleConsumerQueue::Node Node;

  bool Push(Node* node) { return queue_.Push(node); }

  Node* TryPop() {
    if (mu_.try_lock()) {
      Node* node = queue_.Pop();
      mu_.unlock();
      return node;
    }
    return nullptr;
  }

  Node* Pop() {
    std::lock_guard<gpr_mu> lock(mu_);
    bool empty = false;
    Node* node;
    do {
      node = queue_.PopAndCheckEnd(&empty);
    } while (node == nullptr && !empty);
    return node;
  }

 private:
  MultiProducerSingleConsumerQueue queue_;
  alignas(GPR_CACHELINE_SIZE) gpr_mu mu_;
};

bool MultiProducerSingleConsumerQueue::Push(Node* node) {
  node->next.store(nullptr, std::memory_order_relaxed);
  Node* prev = head_.exchange(node, std::memory_order_acq_rel);
  prev->next.store(node, std::memory_order_release);
  return prev == &stub_;
}

MultiProducerSingleConsumerQueue::Node* MultiProducerSingleConsumerQueue::Pop() {
  bool empty = false;
  return PopAndCheckEnd(&empty);
}

MultiProducerSingleConsumerQueue::Node* MultiProducerSingleConsumerQueue::PopAndCheckEnd(bool* empty) {
  Node* tail = tail_;
  Node* next = tail_->next.load(std::memory_order_acquire);
  if (tail == &stub_) {
    if (next == nullptr) {
      *empty = true;
      return nullptr;
    }
    tail_ = next;
    tail = next;
    next = tail->next.load(std::memory_order_acquire);
  }
  if (next != nullptr) {
    *empty = false;
    tail_ = next;
    return tail;
  }
  Node* head = head_.load(std::memory_order_acquire);
  if (tail != head) {
    *empty = false;
    return nullptr;
  }
  Push(&stub_);
  next = tail->next.load(std::memory_order_acquire);
  if (next != nullptr) {
    *empty = false;
    tail_ = next;
    return tail;
  }
  *empty = false;
  return nullptr;
}

}  // namespace grpc_core

using grpc_core::MultiProducerSingleConsumerQueue;

typedef void (*grpc_iomgr_cb_func)(void* arg, int error);

struct grpc_closure {
  MultiProducerSingleConsumerQueue::Node node;
  grpc_iomgr_cb_func cb;
  void* cb_arg;
  int error;
};

#define STATE_UNORPHANED 1
#define STATE_ELEM_COUNT_LOW_BIT 2

struct grpc_combiner {
  MultiProducerSingleConsumerQueue queue;
  alignas(GPR_CACHELINE_SIZE) std::atomic<intptr_t> state{STATE_UNORPHANED};
  alignas(GPR_CACHELINE_SIZE) grpc_combiner* next_combiner_on_this_exec_ctx = nullptr;
};

struct grpc_exec_ctx {
  grpc_combiner* active_combiner = nullptr;
  grpc_combiner* last_combiner = nullptr;
};

static thread_local grpc_exec_ctx g_exec_ctx;

grpc_combiner* grpc_combiner_create() { return new grpc_combiner(); }

static void push_last_on_exec_ctx(grpc_combiner* lock) {
  lock->next_combiner_on_this_exec_ctx = nullptr;
  if (g_exec_ctx.active_combiner == nullptr)
    g_exec_ctx.active_combiner = g_exec_ctx.last_combiner = lock;
  else {
    g_exec_ctx.last_combiner->next_combiner_on_this_exec_ctx = lock;
    g_exec_ctx.last_combiner = lock;
  }
}

void combiner_exec(grpc_combiner* lock, grpc_closure* cl, int error) {
  const intptr_t last = lock->state.fetch_add(STATE_ELEM_COUNT_LOW_BIT, std::memory_order_acq_rel);
  if (last == STATE_UNORPHANED) push_last_on_exec_ctx(lock);
  cl->error = error;
  lock->queue.Push(&cl->node);
}

bool grpc_combiner_continue_exec_ctx() {
  grpc_combiner* lock = g_exec_ctx.active_combiner;
  if (lock == nullptr) return false;
  MultiProducerSingleConsumerQueue::Node* n = lock->queue.Pop();
  if (n == nullptr) return true;
  grpc_closure* cl = reinterpret_cast<grpc_closure*>(n);
  cl->cb(cl->cb_arg, cl->error);
  g_exec_ctx.active_combiner = lock->next_combiner_on_this_exec_ctx;
  const intptr_t old_state = lock->state.fetch_sub(STATE_ELEM_COUNT_LOW_BIT, std::memory_order_acq_rel);
  if ((old_state >> 1) > 1) push_last_on_exec_ctx(lock);
  return true;
}
