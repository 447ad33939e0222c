// project: HPX (hpx/util/spinlock_pool.hpp)
// reference: https://github.com/TheHPXProject/hpx/pull/3499 (read)
// kind: lock-table
// starts: hidden
// wrong: the spinlocks of a pool, one of which is taken for the address of an object, are an array without padding, the static
//        member of a template; the review asked for a line for each.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <sched.h>

#define HPX_NON_COPYABLE(cls)                                                                                                  \
    cls(cls const&) = delete;                                                                                                  \
    cls(cls&&) = delete;                                                                                                       \
    cls& operator=(cls const&) = delete;                                                                                       \
    cls& operator=(cls&&) = delete

namespace hpx { namespace threads {
    constexpr std::size_t get_cache_line_size()
    {
        return 64;
    }
}}

namespace hpx { namespace util {
#ifdef FIXED
    template <typename Data>
    struct alignas(threads::get_cache_line_size()) cache_aligned_data
    {
        cache_aligned_data() = default;
        Data data_;
    };
#endif

    namespace detail {
        class spinlock
        {
        public:
            HPX_NON_COPYABLE(spinlock);
            spinlock() noexcept = default;

            bool try_lock() noexcept
            {
                return !v_.exchange(true, std::memory_order_acquire);
            }

            void lock() noexcept
            {
                for (std::size_t k = 0; !try_lock(); ++k)
                {
                    while (v_.load(std::memory_order_relaxed))
                        yield_k(k++);
                }
            }

            void unlock() noexcept
            {
                v_.store(false, std::memory_order_release);
            }

        private:
            static void yield_k(std::size_t k) noexcept
            {
                if (k < 16)
                    __builtin_ia32_pause();
                else
                    sched_yield();
            }

            std::atomic<bool> v_{false};    // expect: fsfind-per-thread-slots
        };

        template <std::size_t N>
        struct fibhash_helper;
        template <>
        struct fibhash_helper<128>
        {
            static constexpr int shift = 64 - 7;
        };

        template <std::size_t N>
        constexpr std::uint64_t fibhash(std::uint64_t i) noexcept
        {
            return (i * 11400714819323198485ull) >> fibhash_helper<N>::shift;
        }
    }

    template <typename Tag, std::size_t N = 128>
    class spinlock_pool
    {
    private:
#ifdef FIXED
        static cache_aligned_data<detail::spinlock> pool_[N];
#else
        static detail::spinlock pool_[N];    // expect: fsfind-per-thread-slots
#endif

    public:
        static detail::spinlock& spinlock_for(void const* pv) noexcept
        {
            std::size_t i = detail::fibhash<N>(reinterpret_cast<std::size_t>(pv));
#ifdef FIXED
            return pool_[i].data_;
#else
            return pool_[i];
#endif
        }

        class scoped_lock
        {
        private:
            detail::spinlock& sp_;

        public:
            HPX_NON_COPYABLE(scoped_lock);

            explicit scoped_lock(void const* pv)
              : sp_(spinlock_for(pv))
            {
                sp_.lock();
            }
            ~scoped_lock()
            {
                sp_.unlock();
            }
        };
    };

#ifdef FIXED
    template <typename Tag, std::size_t N>
    cache_aligned_data<detail::spinlock> spinlock_pool<Tag, N>::pool_[N];
#else
    template <typename Tag, std::size_t N>
    detail::spinlock spinlock_pool<Tag, N>::pool_[N];
#endif
}}

namespace hpx { namespace threads {
    enum class thread_restart_state : std::uint8_t
    {
        unknown,
        signaled,
        timeout,
        abort
    };

    class thread_data
    {
    public:
        typedef util::spinlock_pool<thread_data> mutex_type;

        bool interruption_requested() const noexcept
        {
            mutex_type::scoped_lock l(this);
            return requested_interrupt_;
        }

        bool interrupt(bool flag = true)
        {
            mutex_type::scoped_lock l(this);
            if (flag && !enabled_interrupt_)
                return false;
            requested_interrupt_ = flag;
            return true;
        }

        bool set_interruption_enabled(bool enable) noexcept
        {
            mutex_type::scoped_lock l(this);
            bool const previous = enabled_interrupt_;
            enabled_interrupt_ = enable;
            return previous;
        }

        void run_thread_exit_callbacks();
        bool add_thread_exit_callback(void (*f)(thread_data*));

    private:
        enum
        {
            max_exit_funcs = 4
        };
        void (*exit_funcs_[max_exit_funcs])(thread_data*) = {};
        unsigned num_exit_funcs_ = 0;
        bool ran_exit_funcs_ = false;
        bool requested_interrupt_ = false;
        bool enabled_interrupt_ = true;
    };

    void thread_data::run_thread_exit_callbacks()
    {
        mutex_type::scoped_lock l(this);
        while (num_exit_funcs_ != 0)
            exit_funcs_[--num_exit_funcs_](this);
        ran_exit_funcs_ = true;
    }

    bool thread_data::add_thread_exit_callback(void (*f)(thread_data*))
    {
        mutex_type::scoped_lock l(this);
        if (ran_exit_funcs_ || num_exit_funcs_ == max_exit_funcs)
            return false;
        exit_funcs_[num_exit_funcs_++] = f;
        return true;
    }
}}
