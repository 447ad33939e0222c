// project: HPX (hpx/runtime/threads/policies/local_priority_queue_scheduler.hpp)
// reference: https://github.com/TheHPXProject/hpx/pull/3745 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the counter by which every thread that creates work chooses a queue lies beside the pointers to the queues and their numbers,
//        which every worker reads in its scheduling loop; the change gives it a line of its own.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#define HPX_ASSERT(x) ((void) 0)

namespace hpx { namespace threads {
    constexpr std::size_t get_cache_line_size()
    {
        return 64;
    }
}}    // namespace hpx::threads

namespace hpx { namespace util {
    namespace detail {
        constexpr std::size_t get_cache_line_padding_size(std::size_t size)
        {
            return (threads::get_cache_line_size() - (size % threads::get_cache_line_size())) %
                threads::get_cache_line_size();
        }
    }    // namespace detail

#ifdef FIXED
    template <typename Data>
    struct alignas(threads::get_cache_line_size()) cache_line_data
    {
        cache_line_data() = default;
        explicit cache_line_data(Data&& data)
          : data_(std::move(data))
        {
        }

        Data data_{};
        char cacheline_pad[detail::get_cache_line_padding_size(sizeof(Data))];
    };
#else
    template <typename Data>
    struct cache_line_data
    {
        Data data_{};
    };
#endif
}}    // namespace hpx::util

namespace hpx { namespace threads { namespace policies {

    struct thread_schedule_hint
    {
        enum mode_type { none, thread, numa };
        mode_type mode = none;
        std::int16_t hint = -1;
    };

    enum class thread_priority { low, normal, high };

    struct thread_init_data
    {
        std::function<void()> func;
        thread_priority priority = thread_priority::normal;
        thread_schedule_hint schedulehint;
    };

    class affinity_data
    {
    public:
        std::size_t get_pu_num(std::size_t num_thread) const
        {
            return pu_nums_[num_thread];
        }

    private:
        std::vector<std::size_t> pu_nums_;
    };

    template <typename Mutex>
    class alignas(64) thread_queue
    {
    public:
        void create_thread(thread_init_data& data)
        {
            std::lock_guard<Mutex> lk(mtx_);
            work_items_.push_back(std::move(data.func));
        }

        bool get_next_thread(std::function<void()>& thrd, bool stealing)
        {
            std::unique_lock<Mutex> lk(mtx_, std::defer_lock);
            if (stealing && !lk.try_lock())
                return false;
            if (!stealing)
                lk.lock();
            if (work_items_.empty())
                return false;
            thrd = std::move(stealing ? work_items_.back() : work_items_.front());
            if (stealing)
                work_items_.pop_back();
            else
                work_items_.pop_front();
            return true;
        }

        std::int64_t get_queue_length() const
        {
            std::lock_guard<Mutex> lk(mtx_);
            return static_cast<std::int64_t>(work_items_.size());
        }

    private:
        mutable Mutex mtx_;
        std::deque<std::function<void()>> work_items_;
    };

    template <typename Mutex = std::mutex>
    class local_priority_queue_scheduler
    {
    public:
        using thread_queue_type = thread_queue<Mutex>;

        struct init_parameter
        {
            std::size_t num_queues_;
            std::size_t num_high_priority_queues_;
            affinity_data const* affinity_data_;
            char const* description_;
        };

        explicit local_priority_queue_scheduler(init_parameter const& init)
          : description_(init.description_)
          , affinity_data_(init.affinity_data_)
          , num_queues_(init.num_queues_)
          , num_high_priority_queues_(init.num_high_priority_queues_)
          , queues_(new std::unique_ptr<thread_queue_type>[init.num_queues_])
          , high_priority_queues_(new std::unique_ptr<thread_queue_type>[init.num_high_priority_queues_])
        {
            HPX_ASSERT(num_queues_ != 0);
            for (std::size_t i = 0; i != num_queues_; ++i)
                queues_[i].reset(new thread_queue_type);
            for (std::size_t i = 0; i != num_high_priority_queues_; ++i)
                high_priority_queues_[i].reset(new thread_queue_type);
            victim_threads_.resize(num_queues_);
            for (std::size_t i = 0; i != num_queues_; ++i)
                on_start_thread(i);
        }

        void create_thread(thread_init_data& data)
        {
            std::size_t num_thread = data.schedulehint.mode == thread_schedule_hint::thread ?
                static_cast<std::size_t>(data.schedulehint.hint) :
                std::size_t(-1);
            if (std::size_t(-1) == num_thread)
            {
                num_thread = curr_queue_.data_++ % num_queues_;
            }
            else if (num_thread >= num_queues_)
            {
                num_thread %= num_queues_;
            }
            if (data.priority == thread_priority::high)
            {
                high_priority_queues_[num_thread % num_high_priority_queues_]->create_thread(data);
                return;
            }
            if (data.priority == thread_priority::low)
            {
                low_priority_queue_.create_thread(data);
                return;
            }
            queues_[num_thread]->create_thread(data);
        }

        bool get_next_thread(std::size_t num_thread, bool running, std::function<void()>& thrd)
        {
            HPX_ASSERT(num_thread < num_queues_);
            if (num_thread < num_high_priority_queues_ &&
                high_priority_queues_[num_thread]->get_next_thread(thrd, false))
                return true;
            if (queues_[num_thread]->get_next_thread(thrd, false))
                return true;
            if (!running)
                return false;
            for (std::size_t idx : victim_threads_[num_thread])
            {
                if (idx < num_high_priority_queues_ && high_priority_queues_[idx]->get_next_thread(thrd, true))
                    return true;
                if (queues_[idx]->get_next_thread(thrd, true))
                    return true;
            }
            return low_priority_queue_.get_next_thread(thrd, false);
        }

        std::int64_t get_queue_length(std::size_t num_thread = std::size_t(-1)) const
        {
            if (std::size_t(-1) != num_thread)
                return queues_[num_thread]->get_queue_length();
            std::int64_t count = low_priority_queue_.get_queue_length();
            for (std::size_t i = 0; i != num_queues_; ++i)
                count += queues_[i]->get_queue_length();
            return count;
        }

    private:
        void on_start_thread(std::size_t num_thread)
        {
            std::vector<std::size_t> victims;
            for (std::size_t i = 1; i != num_queues_; ++i)
                victims.push_back((num_thread + i) % num_queues_);
            victim_threads_[num_thread] = std::move(victims);
        }

        char const* description_;
        affinity_data const* affinity_data_;
        util::cache_line_data<std::atomic<std::size_t>> curr_queue_;    // expect: fsfind-adjacent-thread-fields
        std::size_t const num_queues_;
        std::size_t const num_high_priority_queues_;
        std::unique_ptr<std::unique_ptr<thread_queue_type>[]> queues_;
        std::unique_ptr<std::unique_ptr<thread_queue_type>[]> high_priority_queues_;
        std::vector<std::vector<std::size_t>> victim_threads_;
        thread_queue_type low_priority_queue_;
    };

    template class local_priority_queue_scheduler<std::mutex>;
}}}    // namespace hpx::threads::policies

using scheduler_type = hpx::threads::policies::local_priority_queue_scheduler<>;

void scheduling_loop(std::size_t num_thread, scheduler_type& scheduler, std::atomic<bool> const& running)
{
    std::function<void()> thrd;
    while (running.load(std::memory_order_relaxed))
    {
        if (scheduler.get_next_thread(num_thread, true, thrd))
            thrd();
    }
}

void apply(scheduler_type& scheduler, std::function<void()> f)
{
    hpx::threads::policies::thread_init_data data{std::move(f), {}, {}};
    scheduler.create_thread(data);
}
