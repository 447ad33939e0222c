// project: HPX (hpx/runtime/threads/policies/thread_queue.hpp, hpx/util/cache_aligned_data.hpp)
// reference: https://github.com/TheHPXProject/hpx/pull/3745 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the numbers of new tasks and of work items, which the owner and thieves change for each task, follow each other, and
//        other workers look at one while the other changes, beside limits and pointers that are only read.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>
#include <vector>

namespace hpx { namespace threads {
    constexpr std::size_t get_cache_line_size()
    {
        return 64;
    }

    struct thread_data
    {
        std::function<void()> func;
        std::int16_t priority;
    };

    struct thread_init_data
    {
        std::function<void()> func;
        std::int16_t priority;
    };
}}

namespace hpx { namespace util {
#ifdef FIXED
    template <typename Data>
    struct alignas(threads::get_cache_line_size()) cache_line_data
    {
        cache_line_data() = default;
        explicit cache_line_data(std::int64_t v)
          : data_(v)
        {
        }
        Data data_;
        char cacheline_pad[threads::get_cache_line_size() - (sizeof(Data) % threads::get_cache_line_size())];
    };
#else
    template <typename Data>
    struct plain_data
    {
        explicit plain_data(std::int64_t v)
          : data_(v)
        {
        }
        Data data_;
    };
#endif
}}

namespace hpx { namespace threads { namespace policies {

    template <typename T>
    class lockfree_fifo_backend
    {
    public:
        explicit lockfree_fifo_backend(std::size_t initial_size);
        bool push(T val);
        bool pop(T& val, bool steal);
        bool empty() const;

    private:
        struct impl;
        impl* impl_;
    };

    template <typename Mutex = std::mutex>
    class thread_queue
    {
    public:
        using thread_map_type = std::unordered_set<thread_data*>;
        using task_items_type = lockfree_fifo_backend<thread_init_data*>;
        using work_items_type = lockfree_fifo_backend<thread_data*>;

        explicit thread_queue(std::size_t queue_num, std::int64_t max_count, std::int64_t min_add)
          : thread_map_count_(0)
          , work_items_(128)
          , new_tasks_(128)
          , max_count_(max_count)
          , min_add_new_count_(min_add)
          , queue_num_(queue_num)
          , new_tasks_count_(0)
          , work_items_count_(0)
        {
        }

        void create_thread(thread_init_data* data)
        {
            new_tasks_count_.data_.fetch_add(1, std::memory_order_relaxed);
            new_tasks_.push(data);
        }

        std::size_t add_new(std::int64_t add_count, thread_queue* addfrom, bool steal)
        {
            if (addfrom->new_tasks_count_.data_.load(std::memory_order_relaxed) == 0)
                return 0;
            std::size_t added = 0;
            thread_init_data* task = nullptr;
            while (add_count-- && addfrom->new_tasks_.pop(task, steal))
            {
                addfrom->new_tasks_count_.data_.fetch_sub(1, std::memory_order_relaxed);
                auto* thrd = new thread_data{std::move(task->func), task->priority};
                delete task;
                {
                    std::lock_guard<Mutex> lk(mtx_);
                    thread_map_.insert(thrd);
                    ++thread_map_count_;
                }
                schedule_thread(thrd);
                ++added;
            }
            return added;
        }

        void schedule_thread(thread_data* thrd)
        {
            work_items_count_.data_.fetch_add(1, std::memory_order_relaxed);
            work_items_.push(thrd);
        }

        bool get_next_thread(thread_data*& thrd, bool allow_stealing = false, bool steal = false)
        {
            std::int64_t count = work_items_count_.data_.load(std::memory_order_relaxed);
            if (allow_stealing && min_add_new_count_ > count)
                return false;
            if (count != 0 && work_items_.pop(thrd, steal))
            {
                work_items_count_.data_.fetch_sub(1, std::memory_order_relaxed);
                return true;
            }
            return false;
        }

        bool wait_or_add_new(std::size_t& added, thread_queue* victim = nullptr)
        {
            if (work_items_count_.data_.load(std::memory_order_relaxed) >= max_count_)
                return false;
            added += add_new(min_add_new_count_, victim ? victim : this, victim != nullptr);
            return added == 0;
        }

        std::int64_t get_queue_length() const
        {
            return work_items_count_.data_.load() + new_tasks_count_.data_.load();
        }

        std::size_t get_queue_num() const
        {
            return queue_num_;
        }

    private:
        mutable Mutex mtx_;
        thread_map_type thread_map_;
        std::int64_t thread_map_count_;
#ifdef FIXED
        alignas(64) work_items_type work_items_;
        task_items_type new_tasks_;
        std::int64_t max_count_;
        std::int64_t min_add_new_count_;
        std::size_t queue_num_;
        util::cache_line_data<std::atomic<std::int64_t>> new_tasks_count_;
        util::cache_line_data<std::atomic<std::int64_t>> work_items_count_;
#else
        work_items_type work_items_;
        task_items_type new_tasks_;                                          // expect: fsfind-adjacent-thread-fields
        std::int64_t max_count_;                                             // expect: fsfind-adjacent-thread-fields
        std::int64_t min_add_new_count_;                                     // expect: fsfind-adjacent-thread-fields
        std::size_t queue_num_;
        util::plain_data<std::atomic<std::int64_t>> new_tasks_count_;        // expect: fsfind-adjacent-thread-fields
        util::plain_data<std::atomic<std::int64_t>> work_items_count_;       // expect: fsfind-adjacent-thread-fields
#endif
    };

    class local_queue_scheduler
    {
    public:
        explicit local_queue_scheduler(std::size_t n)
        {
            for (std::size_t i = 0; i != n; ++i)
                queues_.push_back(std::make_unique<thread_queue<>>(i, 1000, 10));
        }

        void create_thread(thread_init_data* data, std::size_t num_thread)
        {
            queues_[num_thread % queues_.size()]->create_thread(data);
        }

        bool get_next_thread(std::size_t num_thread, thread_data*& thrd)
        {
            if (queues_[num_thread]->get_next_thread(thrd))
                return true;
            for (std::size_t i = 1; i != queues_.size(); ++i)
            {
                std::size_t const idx = (i + num_thread) % queues_.size();
                if (queues_[idx]->get_next_thread(thrd, true, true))
                    return true;
            }
            return false;
        }

        bool wait_or_add_new(std::size_t num_thread, std::size_t& added)
        {
            bool result = queues_[num_thread]->wait_or_add_new(added);
            for (std::size_t i = 1; added == 0 && i != queues_.size(); ++i)
                result = queues_[num_thread]->wait_or_add_new(added, queues_[(i + num_thread) % queues_.size()].get()) && result;
            return result;
        }

    private:
        std::vector<std::unique_ptr<thread_queue<>>> queues_;
    };

    bool scheduling_loop_step(local_queue_scheduler& scheduler, std::size_t num_thread)
    {
        thread_data* thrd = nullptr;
        if (scheduler.get_next_thread(num_thread, thrd))
        {
            thrd->func();
            return true;
        }
        std::size_t added = 0;
        return !scheduler.wait_or_add_new(num_thread, added);
    }
}}}
