// project: Halogen (SearchData.h)
// reference: https://github.com/KierenP/Halogen/pull/425 (read)
// kind: per-thread-array
// starts: visible
// wrong: the state of the search threads is a vector of large structs; the counters at the head of one, bumped at every node,
//        lie in the line in which the tables of the one before end.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#ifdef FIXED
#ifdef __cpp_lib_hardware_interference_size
using std::hardware_destructive_interference_size;
#else
constexpr std::size_t hardware_destructive_interference_size = 64;
#endif
#define CACHE_ALIGNED alignas(hardware_destructive_interference_size)
#else
#define CACHE_ALIGNED
#endif

constexpr int MAX_DEPTH = 100;

class Move
{
public:
    Move() = default;
    explicit Move(uint16_t data)
        : data_(data)
    {
    }
    int GetFrom() const { return data_ & 63; }
    int GetTo() const { return data_ >> 6 & 63; }

private:
    uint16_t data_ = 0;
};

class GameState
{
public:
    uint64_t GetZobristKey() const { return key_; }
    void ApplyMove(Move m) { key_ = key_ * 6364136223846793005ull + static_cast<uint64_t>(m.GetTo() * 64 + m.GetFrom()); }
    Move RandomMove() const { return Move(static_cast<uint16_t>(key_ >> 48)); }

private:
    uint64_t key_ = 0x1234567;
};

struct PvTable
{
    std::array<Move, MAX_DEPTH> line {};
    int length = 0;
};

class EvalCacheTable
{
public:
    bool GetEval(uint64_t key, int& eval) const
    {
        const auto& entry = table_[key % table_.size()];
        eval = entry.eval;
        return entry.key == key;
    }
    void AddEntry(uint64_t key, int eval) { table_[key % table_.size()] = { key, eval }; }

private:
    struct Entry
    {
        uint64_t key = 0;
        int eval = 0;
    };
    std::array<Entry, 1024> table_ {};
};

class History
{
public:
    int Get(bool stm, Move m) const { return butterfly_[stm][m.GetFrom()][m.GetTo()]; }
    void Add(bool stm, Move m, int change)
    {
        auto& value = butterfly_[stm][m.GetFrom()][m.GetTo()];
        value = static_cast<int16_t>(value + change - value * std::abs(change) / 16384);
    }

private:
    std::array<std::array<std::array<int16_t, 64>, 64>, 2> butterfly_ {};
};

// state of one search thread
struct CACHE_ALIGNED SearchLocalState // expect: fsfind-per-thread-slots
{
    bool RepeatedFromHistory(uint64_t key) const { return std::find(played.begin(), played.end(), key) != played.end(); }
    void ResetSeldepth() { sel_septh = 0; }
    void ReportDepth(int distanceFromRoot) { sel_septh = std::max(distanceFromRoot, sel_septh); }

    int thread_id = 0;
    std::atomic<uint64_t> tb_hits = 0;
    std::atomic<uint64_t> nodes = 0; // expect: fsfind-per-thread-slots
    int sel_septh = 0;
    int search_depth = 0;
    bool thread_wants_to_stop = false;
    std::array<uint64_t, 8> played {};
    std::array<PvTable, MAX_DEPTH> pv {};
    EvalCacheTable eval_cache;
    History history;
};

struct SearchLimits
{
    int depth = MAX_DEPTH;
    uint64_t nodes = ~0ull;
    std::chrono::milliseconds time { 1000 };
};

class SearchSharedState
{
public:
    explicit SearchSharedState(int threads)
        : search_local_states_(threads)
    {
        for (int i = 0; i < threads; i++)
            search_local_states_[i].thread_id = i;
    }

    uint64_t nodes() const
    {
        uint64_t total = 0;
        for (const auto& local : search_local_states_)
            total += local.nodes.load(std::memory_order_relaxed);
        return total;
    }

    uint64_t tb_hits() const
    {
        uint64_t total = 0;
        for (const auto& local : search_local_states_)
            total += local.tb_hits.load(std::memory_order_relaxed);
        return total;
    }

    SearchLocalState& get_local_state(int id) { return search_local_states_[id]; }
    int get_thread_count() const { return static_cast<int>(search_local_states_.size()); }

    SearchLimits limits;
    std::atomic<bool> stop_searching = false;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

private:
    std::vector<SearchLocalState> search_local_states_;
};

int Evaluate(const GameState& position, EvalCacheTable& cache)
{
    int eval;
    if (cache.GetEval(position.GetZobristKey(), eval))
        return eval;
    eval = static_cast<int>(position.GetZobristKey() >> 40 & 1023) - 512;
    cache.AddEntry(position.GetZobristKey(), eval);
    return eval;
}

int NegaScout(GameState position, SearchLocalState& local, SearchSharedState& shared, int depth, int distance_from_root)
{
    if (shared.stop_searching.load(std::memory_order_relaxed))
        return 0;
    local.nodes.store(local.nodes.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    local.ReportDepth(distance_from_root);
    if (local.RepeatedFromHistory(position.GetZobristKey()))
        return 0;
    if (depth <= 0)
        return Evaluate(position, local.eval_cache);

    int best = -10000;
    for (int i = 0; i < 3; i++)
    {
        const Move move = position.RandomMove();
        position.ApplyMove(move);
        const int score = -NegaScout(position, local, shared, depth - 1, distance_from_root + 1);
        if (score > best)
        {
            best = score;
            local.pv[distance_from_root].line[0] = move;
            local.pv[distance_from_root].length = 1;
            local.history.Add(depth & 1, move, depth * depth);
        }
    }
    return best;
}

void SearchPosition(GameState position, SearchLocalState& local, SearchSharedState& shared)
{
    for (int depth = 1; depth < shared.limits.depth && !shared.stop_searching; depth++)
    {
        local.ResetSeldepth();
        local.search_depth = depth;
        NegaScout(position, local, shared, depth, 0);
        if (local.thread_id == 0 && std::chrono::steady_clock::now() - shared.start > shared.limits.time)
            shared.stop_searching = true;
    }
}

void SearchThread(GameState position, SearchSharedState& shared)
{
    std::vector<std::thread> threads;
    for (int i = 0; i < shared.get_thread_count(); i++)
        threads.emplace_back([position, &shared, i] { SearchPosition(position, shared.get_local_state(i), shared); });
    for (auto& thread : threads)
        thread.join();
    std::cout << "info nodes " << shared.nodes() << " tbhits " << shared.tb_hits() << std::endl;
}
