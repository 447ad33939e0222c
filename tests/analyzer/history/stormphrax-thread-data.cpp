// project: Stormphrax (search.cpp and thread.h)
// reference: https://github.com/Ciekce/Stormphrax/pull/255 (read)
// kind: first-touch
// starts: visible
// args: -std=c++20
// wrong: the searcher makes and clears the data of all search threads, megabytes of history tables each, on the main thread;
//        mended by letting each thread allocate and initialise its own before a barrier.
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace stormphrax {
using i16 = std::int16_t;
using i32 = std::int32_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using usize = std::size_t;

constexpr i32 kMaxDepth = 255;

namespace util {
class Barrier {
public:
    explicit Barrier(i32 expected) { reset(expected); }

    void reset(i32 expected) {
        m_total = expected;
        m_current = expected;
    }

    void arriveAndWait() {
        std::unique_lock lock{m_waitMutex};
        const auto phase = m_phase;
        if (--m_current == 0) {
            m_current = m_total;
            ++m_phase;
            m_waitSignal.notify_all();
        } else {
            m_waitSignal.wait(lock, [this, phase] { return phase != m_phase; });
        }
    }

private:
    i32 m_total{}, m_current{};
    u64 m_phase{};
    std::mutex m_waitMutex{};
    std::condition_variable m_waitSignal{};
};
} // namespace util

namespace search {
struct SearchStackEntry {
    i32 staticEval;
    u32 move;
    i32 doubleExtensions;
};

class HistoryTables {
public:
    void clear() {
        std::memset(m_main.data(), 0, sizeof(m_main));
        std::memset(m_continuation.data(), 0, sizeof(m_continuation));
        std::memset(m_noisy.data(), 0, sizeof(m_noisy));
    }

    void update(u32 move, u32 prev, i16 bonus) {
        m_main[move & 4095] += bonus;
        m_continuation[prev % 768][move % 768] += bonus;
        m_noisy[move & 4095][prev & 7] += bonus;
    }

    [[nodiscard]] i32 score(u32 move, u32 prev) const {
        return m_main[move & 4095] + m_continuation[prev % 768][move % 768] + m_noisy[move & 4095][prev & 7];
    }

private:
    std::array<i16, 4096> m_main;
    std::array<std::array<i16, 768>, 768> m_continuation;
    std::array<std::array<i16, 8>, 4096> m_noisy;
};

struct alignas(128) ThreadData {
    ThreadData() { reset(); }

    u32 id{};
    i32 rootDepth{};
    u64 nodes{};
    HistoryTables history;
    std::array<SearchStackEntry, kMaxDepth + 4> stack;

    void reset() {
        rootDepth = 0;
        nodes = 0;
        history.clear();
        for (auto& entry : stack) entry = {};
    }
};

u32 pickMove(u64 key, i32 depth);

class Searcher {
public:
    explicit Searcher(u32 threads) { setThreads(threads); }
    ~Searcher() { quit(); }

    void setThreads(u32 count) {
        quit();
        m_quit.store(false);
        m_startBarrier.reset(static_cast<i32>(count) + 1);
        m_initBarrier.reset(static_cast<i32>(count) + 1);
        m_threadData.clear();
        m_threadData.resize(count);
#ifndef FIXED
        for (u32 i = 0; i < count; ++i) {
            m_threadData[i] = std::make_unique<ThreadData>(); // expect: fsfind-serial-first-touch
            m_threadData[i]->id = i;
        }
#endif
        for (u32 i = 0; i < count; ++i) {
            m_threads.emplace_back([this, i] {
#ifdef FIXED
                m_threadData[i] = std::make_unique<ThreadData>();
                m_threadData[i]->id = i;
                m_initBarrier.arriveAndWait();
#endif
                run(*m_threadData[i]);
            });
        }
#ifdef FIXED
        m_initBarrier.arriveAndWait();
#endif
    }

    void startSearch() {
        m_stop.store(false);
        m_startBarrier.arriveAndWait();
    }

    void stop() { m_stop.store(true, std::memory_order_relaxed); }

    [[nodiscard]] u64 totalNodes() const {
        u64 total = 0;
        for (const auto& data : m_threadData) total += data->nodes;
        return total;
    }

private:
    void quit() {
        if (m_threads.empty()) return;
        m_quit.store(true);
        m_stop.store(true);
        m_startBarrier.arriveAndWait();
        for (auto& thread : m_threads) thread.join();
        m_threads.clear();
    }

    void run(ThreadData& thread) {
        while (true) {
            m_startBarrier.arriveAndWait();
            if (m_quit.load()) return;
            iterativeDeepening(thread);
        }
    }

    void iterativeDeepening(ThreadData& thread) {
        u32 prev = 0;
        while (!m_stop.load(std::memory_order_relaxed)) {
            ++thread.nodes;
            const auto depth = thread.rootDepth = static_cast<i32>(thread.nodes % kMaxDepth);
            const auto move = pickMove(thread.nodes ^ thread.id, depth);
            thread.stack[depth].move = move;
            thread.stack[depth].staticEval = thread.history.score(move, prev);
            thread.history.update(move, prev, static_cast<i16>(depth));
            prev = move;
        }
    }

    std::vector<std::thread> m_threads{};
    std::vector<std::unique_ptr<ThreadData>> m_threadData{};
    util::Barrier m_startBarrier{1};
    util::Barrier m_initBarrier{1};
    alignas(128) std::atomic<bool> m_stop{false};
    alignas(128) std::atomic<bool> m_quit{false};
};
} // namespace search
} // namespace stormphrax

int main(int argc, char**) {
    stormphrax::search::Searcher searcher{static_cast<stormphrax::u32>(argc * 8)};
    searcher.startSearch();
    std::this_thread::sleep_for(std::chrono::seconds{5});
    searcher.stop();
    return searcher.totalNodes() == 0;
}
