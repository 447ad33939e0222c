// project: atomic_queue (include/atomic_queue/atomic_queue.h)
// reference: reduced from memory; the released base class aligns head and tail each to a cache line, and the arrays behind them
// kind: producer-consumer
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: the CRTP base of the bounded queues keeps the counter that producers increment beside the one that consumers increment, and
//        the elements of the derived class follow on the same line.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace atomic_queue {

constexpr int CACHE_LINE_SIZE = 64;

#ifdef FIXED
#define ATOMIC_QUEUE_ALIGN alignas(CACHE_LINE_SIZE)
#else
#define ATOMIC_QUEUE_ALIGN
#endif

static inline void spin_loop_pause() noexcept {
#if defined(__x86_64__)
    _mm_pause();
#else
    std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
}

auto constexpr A = std::memory_order_acquire;
auto constexpr R = std::memory_order_release;
auto constexpr X = std::memory_order_relaxed;

namespace details {

template<size_t elements_per_cache_line> struct GetCacheLineIndexBits { static int constexpr value = 0; };
template<> struct GetCacheLineIndexBits<64> { static int constexpr value = 6; };
template<> struct GetCacheLineIndexBits<16> { static int constexpr value = 4; };
template<> struct GetCacheLineIndexBits<8> { static int constexpr value = 3; };

template<int BITS> constexpr unsigned remap_index(unsigned index) noexcept {
    constexpr unsigned mix_mask = (1u << BITS) - 1;
    const unsigned mix = (index ^ (index >> BITS)) & mix_mask;
    return index ^ mix ^ (mix << BITS);
}

template<int BITS, class T> constexpr T& map(T* elements, unsigned index) noexcept {
    return elements[remap_index<BITS>(index)];
}

} // namespace details

template<class Derived> class AtomicQueueCommon {
protected:
    ATOMIC_QUEUE_ALIGN std::atomic<unsigned> head_ = {}; // expect: fsfind-adjacent-thread-fields
    ATOMIC_QUEUE_ALIGN std::atomic<unsigned> tail_ = {}; // expect: fsfind-adjacent-thread-fields

    AtomicQueueCommon() noexcept = default;
    AtomicQueueCommon(AtomicQueueCommon const&) = delete;
    AtomicQueueCommon& operator=(AtomicQueueCommon const&) = delete;

    template<class T, T NIL> static T do_pop_atomic(std::atomic<T>& q_element) noexcept {
        for(;;) {
            T element = q_element.exchange(NIL, A);
            if(element != NIL)
                return element;
            do
                spin_loop_pause();
            while(q_element.load(X) == NIL);
        }
    }

    template<class T, T NIL> static void do_push_atomic(T element, std::atomic<T>& q_element) noexcept {
        assert(element != NIL);
        for(T expected = NIL; !q_element.compare_exchange_weak(expected, element, R, X); expected = NIL) {
            do
                spin_loop_pause();
            while(q_element.load(X) != NIL);
        }
    }

    Derived& downcast() noexcept { return static_cast<Derived&>(*this); }
    Derived const& downcast() const noexcept { return static_cast<Derived const&>(*this); }

public:
    template<class T> bool try_push(T&& element) noexcept {
        auto head = head_.load(X);
        do {
            if(static_cast<int>(head - tail_.load(X)) >= static_cast<int>(downcast().size_))
                return false;
        } while(!head_.compare_exchange_weak(head, head + 1, X, X));
        downcast().do_push(std::forward<T>(element), head);
        return true;
    }

    template<class T> bool try_pop(T& element) noexcept {
        auto tail = tail_.load(X);
        do {
            if(static_cast<int>(head_.load(X) - tail) <= 0)
                return false;
        } while(!tail_.compare_exchange_weak(tail, tail + 1, X, X));
        element = downcast().do_pop(tail);
        return true;
    }

    template<class T> void push(T&& element) noexcept {
        auto head = head_.fetch_add(1, X);
        downcast().do_push(std::forward<T>(element), head);
    }

    auto pop() noexcept {
        auto tail = tail_.fetch_add(1, X);
        return downcast().do_pop(tail);
    }

    bool was_empty() const noexcept { return !was_size(); }
    unsigned was_size() const noexcept {
        int n = static_cast<int>(head_.load(X) - tail_.load(X));
        return n > 0 ? static_cast<unsigned>(n) : 0;
    }
    unsigned capacity() const noexcept { return downcast().size_; }
};

template<class T, unsigned SIZE, T NIL = T{}> class AtomicQueue : public AtomicQueueCommon<AtomicQueue<T, SIZE, NIL>> {
    using Base = AtomicQueueCommon<AtomicQueue<T, SIZE, NIL>>;
    friend Base;

    static_assert((SIZE & (SIZE - 1)) == 0, "power of two");
    static constexpr unsigned size_ = SIZE;
    static constexpr int SHUFFLE_BITS = details::GetCacheLineIndexBits<CACHE_LINE_SIZE / sizeof(std::atomic<T>)>::value;

    ATOMIC_QUEUE_ALIGN std::atomic<T> elements_[size_];

    T do_pop(unsigned tail) noexcept {
        std::atomic<T>& q_element = details::map<SHUFFLE_BITS>(elements_, tail & (size_ - 1));
        return Base::template do_pop_atomic<T, NIL>(q_element);
    }

    void do_push(T element, unsigned head) noexcept {
        std::atomic<T>& q_element = details::map<SHUFFLE_BITS>(elements_, head & (size_ - 1));
        Base::template do_push_atomic<T, NIL>(element, q_element);
    }

public:
    using value_type = T;

    AtomicQueue() noexcept {
        for(auto p = elements_, q = elements_ + size_; p < q; ++p)
            p->store(NIL, X);
    }
};

} // namespace atomic_queue

struct Order {
    uint64_t id;
    int64_t quantity;
};

using Queue = atomic_queue::AtomicQueue<Order*, 4096>;

int64_t throughput(std::vector<Order>& orders, unsigned producers, unsigned consumers) {
    auto queue = std::make_unique<Queue>();
    std::atomic<int64_t> total{0};
    std::vector<std::thread> threads;
    const size_t per = orders.size() / producers;
    for(unsigned p = 0; p < producers; ++p)
        threads.emplace_back([&queue, &orders, per, p]() {
            for(size_t i = p * per; i < (p + 1) * per; ++i)
                queue->push(&orders[i]);
        });
    for(unsigned c = 0; c < consumers; ++c)
        threads.emplace_back([&queue, &total, n = per * producers / consumers]() {
            int64_t sum = 0;
            for(size_t i = 0; i < n; ++i)
                sum += queue->pop()->quantity;
            total.fetch_add(sum);
        });
    for(auto& t : threads)
        t.join();
    return total.load();
}
