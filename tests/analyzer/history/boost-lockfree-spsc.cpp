// project: Boost.Lockfree (boost/lockfree/spsc_queue.hpp)
// reference: reduced from memory; later releases align both indices and pad after the second
// kind: ineffective-padding
// starts: visible
// wrong: the padding of the base class keeps the two indices apart, but nothing follows the read index: the size and the pointer
//        of the derived class, which the producer reads for each element, are in the line that the consumer writes.
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <new>
#include <thread>
#include <utility>

#define BOOST_LOCKFREE_CACHELINE_BYTES 64

namespace boost { namespace lockfree { namespace detail {
using std::atomic;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::size_t;

template <typename T> class ringbuffer_base {
#ifdef FIXED
    alignas(BOOST_LOCKFREE_CACHELINE_BYTES) atomic<size_t> write_index_;
    alignas(BOOST_LOCKFREE_CACHELINE_BYTES) atomic<size_t> read_index_;
    char padding2[BOOST_LOCKFREE_CACHELINE_BYTES - sizeof(size_t)];
#else
    static const int padding_size = BOOST_LOCKFREE_CACHELINE_BYTES - sizeof(size_t);
    atomic<size_t> write_index_;
    char padding1[padding_size];
    atomic<size_t> read_index_; // expect: fsfind-adjacent-thread-fields|fsfind-ineffective-padding
#endif

protected:
    ringbuffer_base() : write_index_(0), read_index_(0) {}
    ringbuffer_base(ringbuffer_base const&) = delete;

    static size_t next_index(size_t arg, size_t max_size) {
        size_t ret = arg + 1;
        while (ret >= max_size) ret -= max_size;
        return ret;
    }

    static size_t read_available(size_t write_index, size_t read_index, size_t max_size) {
        return write_index >= read_index ? write_index - read_index : write_index + max_size - read_index;
    }

    bool push(T const& t, T* buffer, size_t max_size) {
        const size_t write_index = write_index_.load(memory_order_relaxed);
        const size_t next = next_index(write_index, max_size);
        if (next == read_index_.load(memory_order_acquire)) return false;
        new (buffer + write_index) T(t);
        write_index_.store(next, memory_order_release);
        return true;
    }

    template <typename Functor> bool consume_one(Functor&& functor, T* buffer, size_t max_size) {
        const size_t write_index = write_index_.load(memory_order_acquire);
        const size_t read_index = read_index_.load(memory_order_relaxed);
        if (write_index == read_index) return false;
        T& object = buffer[read_index];
        functor(object);
        object.~T();
        read_index_.store(next_index(read_index, max_size), memory_order_release);
        return true;
    }

public:
    bool is_lock_free() const { return write_index_.is_lock_free() && read_index_.is_lock_free(); }
};

template <typename T, typename Alloc = std::allocator<T>> class runtime_sized_ringbuffer : public ringbuffer_base<T>, private Alloc {
    typedef std::size_t size_type;
    size_type max_elements_; // expect: fsfind-adjacent-thread-fields|fsfind-ineffective-padding
    T* array_;               // expect: fsfind-adjacent-thread-fields|fsfind-ineffective-padding

protected:
    explicit runtime_sized_ringbuffer(size_type max_elements) : max_elements_(max_elements + 1) {
        array_ = std::allocator_traits<Alloc>::allocate(*this, max_elements_);
    }
    ~runtime_sized_ringbuffer() {
        while (consume_one([](T&) {})) {}
        std::allocator_traits<Alloc>::deallocate(*this, array_, max_elements_);
    }

public:
    bool push(T const& t) { return ringbuffer_base<T>::push(t, array_, max_elements_); }
    template <typename Functor> bool consume_one(Functor&& f) {
        return ringbuffer_base<T>::consume_one(std::forward<Functor>(f), array_, max_elements_);
    }
};
} // namespace detail

template <typename T> class spsc_queue : public detail::runtime_sized_ringbuffer<T> {
    typedef detail::runtime_sized_ringbuffer<T> base_type;

public:
    explicit spsc_queue(std::size_t element_count) : base_type(element_count) {}
    bool pop(T& ret) {
        return base_type::consume_one([&](T& object) { ret = std::move(object); });
    }
};
}} // namespace boost::lockfree

static boost::lockfree::spsc_queue<int> spsc(1024);
static std::atomic<bool> done(false);
static const int iterations = 10000000;

static void producer() {
    for (int i = 0; i != iterations; ++i)
        while (!spsc.push(i)) {}
    done = true;
}

static void consumer(long* sum) {
    int value;
    long local = 0;
    while (!done)
        while (spsc.pop(value)) local += value;
    while (spsc.pop(value)) local += value;
    *sum = local;
}

int main() {
    long sum = 0;
    std::thread producer_thread(producer);
    std::thread consumer_thread(consumer, &sum);
    producer_thread.join();
    consumer_thread.join();
    std::printf("consumed %ld\n", sum);
    return spsc.is_lock_free() ? 0 : 1;
}
