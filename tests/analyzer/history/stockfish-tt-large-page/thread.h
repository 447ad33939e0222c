#ifndef THREAD_H_INCLUDED
#define THREAD_H_INCLUDED

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "memory.h"

namespace Stockfish {

class Thread {
   public:
    explicit Thread(size_t n) :
        idx(n),
        stdThread(&Thread::idle_loop, this) {
        wait_for_search_finished();
    }

    ~Thread() {
        exit = true;
        run_custom_job([] {});
        stdThread.join();
    }

    void run_custom_job(std::function<void()> f) {
        {
            std::unique_lock<std::mutex> lk(mutex);
            cv.wait(lk, [&] { return !searching; });
            jobFunc   = std::move(f);
            searching = true;
        }
        cv.notify_one();
    }

    void wait_for_search_finished() {
        std::unique_lock<std::mutex> lk(mutex);
        cv.wait(lk, [&] { return !searching; });
    }

    size_t id() const { return idx; }

   private:
    void idle_loop() {
        while (true)
        {
            std::unique_lock<std::mutex> lk(mutex);
            searching = false;
            cv.notify_one();
            cv.wait(lk, [&] { return searching; });

            if (exit)
                return;

            std::function<void()> job = std::move(jobFunc);
            jobFunc                   = nullptr;
            lk.unlock();

            if (job)
                job();
        }
    }

    std::mutex              mutex;
    std::condition_variable cv;
    size_t                  idx;
    bool                    exit = false, searching = true;
    std::function<void()>   jobFunc;
    std::thread             stdThread;
};

class ThreadPool {
   public:
    void set(size_t requested) {
        threads.clear();
        while (threads.size() < requested)
            threads.emplace_back(std::make_unique<Thread>(threads.size()));
    }

    void run_on_thread(size_t threadId, std::function<void()> f) { threads[threadId]->run_custom_job(std::move(f)); }
    void wait_on_thread(size_t threadId) { threads[threadId]->wait_for_search_finished(); }
    size_t num_threads() const { return threads.size(); }

   private:
    std::vector<std::unique_ptr<Thread>> threads;
};

}  // namespace Stockfish

#endif
