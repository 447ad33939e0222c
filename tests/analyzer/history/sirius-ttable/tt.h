#pragma once
// project: Sirius (tt.h and tt.cpp)
// reference: https://github.com/mcthouacbb/Sirius/pull/276 (read)
// kind: first-touch
// starts: visible
// args: -std=c++20
// wrong: the table is cleared by several threads, but resizing the vector that holds it has already written every bucket on
//        the thread that asks for the size. Mended by aligned memory that only the clearing threads touch.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

struct ZKey
{
    uint64_t value;
};

struct TTEntry
{
    uint16_t key16 = 0;
    int16_t staticEval = 0;
    uint16_t bestMove = 0;
    int16_t score = 0;
    uint8_t depth = 0;
    uint8_t genBound = 0;
};

struct ProbedTTData
{
    int score;
    int staticEval;
    uint16_t move;
    int depth;
};

static constexpr int ENTRY_COUNT = 3;

struct alignas(32) TTBucket
{
    std::array<TTEntry, ENTRY_COUNT> entries;
};

class TT
{
public:
    TT(size_t sizeMB);
    ~TT();
    TT(const TT&) = delete;
    TT& operator=(const TT&) = delete;

    void resize(size_t mb, int numThreads);
    void reset(int numThreads);

    bool probe(ZKey key, int ply, ProbedTTData& ttData) const;
    void store(ZKey key, int ply, int depth, int score, int staticEval, uint16_t move);
    int hashfull() const;
    void incAge()
    {
        m_CurrAge = (m_CurrAge + 1) & 63;
    }

private:
    uint64_t index(uint64_t key) const
    {
        return static_cast<uint64_t>((static_cast<unsigned __int128>(key) * m_Size) >> 64);
    }

#ifdef FIXED
    TTBucket* m_Buckets = nullptr;
#else
    std::vector<TTBucket> m_Buckets;
#endif
    size_t m_Size = 0;
    uint8_t m_CurrAge = 0;
};
