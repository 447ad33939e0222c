#include "tt.h"

#include <cstdlib>
#include <cstring>
#include <thread>

TT::TT(size_t sizeMB)
{
    resize(sizeMB, 1);
}

TT::~TT()
{
#ifdef FIXED
    std::free(m_Buckets);
#endif
}

void TT::resize(size_t mb, int numThreads)
{
    size_t buckets = mb * 1024 * 1024 / sizeof(TTBucket);
    m_CurrAge = 0;
#ifdef FIXED
    std::free(m_Buckets);
    m_Size = buckets;
    m_Buckets = static_cast<TTBucket*>(std::aligned_alloc(alignof(TTBucket), buckets * sizeof(TTBucket)));
#else
    m_Size = buckets;
    m_Buckets.clear();
    m_Buckets.shrink_to_fit();
    m_Buckets.resize(buckets); // expect: fsfind-serial-first-touch
#endif
    reset(numThreads);
}

void TT::reset(int numThreads)
{
    std::vector<std::thread> threads;
    threads.reserve(numThreads);

    const size_t chunkSize = (m_Size + numThreads - 1) / numThreads;
    for (int i = 0; i < numThreads; i++)
    {
        threads.emplace_back(
            [this, chunkSize, i]()
            {
                size_t begin = chunkSize * i;
                size_t end = std::min(begin + chunkSize, m_Size);
                if (begin < end)
                    std::memset(static_cast<void*>(&m_Buckets[begin]), 0, (end - begin) * sizeof(TTBucket));
            });
    }

    for (auto& thread : threads)
        thread.join();
    m_CurrAge = 0;
}

static int retrieveScore(int score, int ply)
{
    if (score >= 31000)
        return score - ply;
    if (score <= -31000)
        return score + ply;
    return score;
}

bool TT::probe(ZKey key, int ply, ProbedTTData& ttData) const
{
    const TTBucket& bucket = m_Buckets[index(key.value)];
    for (const TTEntry& entry : bucket.entries)
    {
        if (entry.key16 == static_cast<uint16_t>(key.value) && (entry.genBound & 3) != 0)
        {
            ttData.score = retrieveScore(entry.score, ply);
            ttData.staticEval = entry.staticEval;
            ttData.move = entry.bestMove;
            ttData.depth = entry.depth;
            return true;
        }
    }
    return false;
}

void TT::store(ZKey key, int ply, int depth, int score, int staticEval, uint16_t move)
{
    TTBucket& bucket = m_Buckets[index(key.value)];
    int replaceIdx = 0;
    int currQuality = 1 << 20;
    for (int i = 0; i < ENTRY_COUNT; i++)
    {
        TTEntry& entry = bucket.entries[i];
        if (entry.key16 == static_cast<uint16_t>(key.value))
        {
            replaceIdx = i;
            break;
        }
        int quality = entry.depth - 2 * ((m_CurrAge - (entry.genBound >> 2)) & 63);
        if (quality < currQuality)
        {
            currQuality = quality;
            replaceIdx = i;
        }
    }

    TTEntry& replace = bucket.entries[replaceIdx];
    replace.key16 = static_cast<uint16_t>(key.value);
    replace.bestMove = move;
    replace.depth = static_cast<uint8_t>(depth);
    replace.score = static_cast<int16_t>(score + (score >= 31000 ? ply : 0));
    replace.staticEval = static_cast<int16_t>(staticEval);
    replace.genBound = static_cast<uint8_t>(1 | m_CurrAge << 2);
}

int TT::hashfull() const
{
    int count = 0;
    for (int i = 0; i < 1000; i++)
        for (const TTEntry& entry : m_Buckets[i].entries)
            count += (entry.genBound >> 2) == m_CurrAge && (entry.genBound & 3);
    return count / ENTRY_COUNT;
}
