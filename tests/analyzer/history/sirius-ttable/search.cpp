#include "tt.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

struct SearchThread
{
    explicit SearchThread(uint32_t id) : id(id) {}
    uint32_t id;
    uint64_t seed = 0x9E3779B97F4A7C15ull;
    std::thread thread;
};

class Search
{
public:
    explicit Search(size_t threads) : m_TT(64)
    {
        for (uint32_t i = 0; i < threads; i++)
            m_Threads.push_back(std::make_unique<SearchThread>(i));
    }

    void setTTSize(int mb)
    {
        m_TT.resize(mb, static_cast<int>(m_Threads.size()));
    }

    void run()
    {
        m_ShouldStop.store(false);
        m_TT.incAge();
        for (auto& thread : m_Threads)
            thread->thread = std::thread([this, t = thread.get()] { iterDeep(*t); });
    }

    void stop()
    {
        m_ShouldStop.store(true, std::memory_order_relaxed);
        for (auto& thread : m_Threads)
            thread->thread.join();
    }

private:
    void iterDeep(SearchThread& thread)
    {
        uint64_t rng = thread.seed + thread.id;
        for (int depth = 1; !m_ShouldStop.load(std::memory_order_relaxed); depth = depth % 100 + 1)
        {
            rng ^= rng << 13;
            rng ^= rng >> 7;
            rng ^= rng << 17;
            ProbedTTData data = {};
            if (!m_TT.probe(ZKey{rng}, depth, data) || data.depth < depth)
                m_TT.store(ZKey{rng}, depth, depth, static_cast<int>(rng & 255), data.staticEval, data.move);
        }
    }

    TT m_TT;
    std::vector<std::unique_ptr<SearchThread>> m_Threads;
    std::atomic<bool> m_ShouldStop = false;
};

void bench(Search& search)
{
    search.setTTSize(4096);
    search.run();
    std::this_thread::sleep_for(std::chrono::seconds(10));
    search.stop();
}
