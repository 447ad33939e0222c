#include "tt.h"

#include <cstring>
#include <iostream>

#include "thread.h"

namespace Stockfish {

void TTEntry::save(Key k, int v, bool pv, int d, uint16_t m, int ev, uint8_t generation) {
    if (m || uint16_t(k) != key16)
        move16 = m;

    if (uint16_t(k) != key16 || d + 2 * pv > depth8 - 4)
    {
        key16     = uint16_t(k);
        depth8    = uint8_t(d);
        genBound8 = uint8_t(generation | uint8_t(pv) << 2 | 1);
        value16   = int16_t(v);
        eval16    = int16_t(ev);
    }
}

void TranspositionTable::resize(size_t mbSize, ThreadPool& threads) {
    clusterCount = mbSize * 1024 * 1024 / sizeof(Cluster);

#ifdef FIXED
    aligned_large_pages_free(table);
    table = static_cast<Cluster*>(aligned_large_pages_alloc(clusterCount * sizeof(Cluster)));
#else
    table.reset();
    table = make_unique_large_page<Cluster[]>(clusterCount); // expect: fsfind-serial-first-touch
#endif

    if (!table)
    {
        std::cerr << "Failed to allocate " << mbSize << "MB for transposition table." << std::endl;
        exit(EXIT_FAILURE);
    }

    clear(threads);
}

void TranspositionTable::clear(ThreadPool& threads) {
    generation8              = 0;
    const size_t threadCount = threads.num_threads();

    for (size_t i = 0; i < threadCount; ++i)
    {
        threads.run_on_thread(i, [this, i, threadCount]() {
            const size_t stride = clusterCount / threadCount;
            const size_t start  = stride * i;
            const size_t len    = i + 1 != threadCount ? stride : clusterCount - start;

            std::memset(static_cast<void*>(&table[start]), 0, len * sizeof(Cluster));
        });
    }

    for (size_t i = 0; i < threadCount; ++i)
        threads.wait_on_thread(i);
}

TTEntry* TranspositionTable::probe(const Key key, bool& found) const {
    TTEntry* const tte   = first_entry(key);
    const uint16_t key16 = uint16_t(key);

    for (int i = 0; i < ClusterSize; ++i)
        if (tte[i].key16 == key16)
            return found = tte[i].is_occupied(), &tte[i];

    TTEntry* replace = tte;
    for (int i = 1; i < ClusterSize; ++i)
        if (replace->depth8 - (uint8_t(generation8 - replace->genBound8) & 0xF8)
            > tte[i].depth8 - (uint8_t(generation8 - tte[i].genBound8) & 0xF8))
            replace = &tte[i];

    return found = false, replace;
}

int TranspositionTable::hashfull() const {
    int cnt = 0;
    for (int i = 0; i < 1000; ++i)
        for (int j = 0; j < ClusterSize; ++j)
            cnt += table[i].entry[j].is_occupied() && (table[i].entry[j].genBound8 & 0xF8) == generation8;

    return cnt / ClusterSize;
}

void search_worker(TranspositionTable& tt, size_t id, uint64_t nodes) {
    Key key = 0x9E3779B97F4A7C15ull * (id + 1);
    for (uint64_t n = 0; n < nodes; ++n)
    {
        bool found;
        key          = key * 6364136223846793005ull + 1442695040888963407ull;
        TTEntry* tte = tt.probe(key, found);
        if (!found || tte->depth() < int(n % 64))
            tte->save(key, int(n & 1023), n & 1, int(n % 64), uint16_t(key >> 40), 0, tt.generation());
    }
}

void bench(ThreadPool& threads, TranspositionTable& tt, uint64_t nodes) {
    threads.set(std::thread::hardware_concurrency());
    tt.resize(16384, threads);
    tt.new_search();
    for (size_t i = 0; i < threads.num_threads(); ++i)
        threads.run_on_thread(i, [&tt, i, nodes] { search_worker(tt, i, nodes); });
    for (size_t i = 0; i < threads.num_threads(); ++i)
        threads.wait_on_thread(i);
}

}  // namespace Stockfish
