#ifndef TT_H_INCLUDED
#define TT_H_INCLUDED

#include <cstdint>
#include <tuple>

#include "memory.h"

namespace Stockfish {

class ThreadPool;

using Key = uint64_t;

struct TTEntry {
    int  depth() const { return depth8; }
    bool is_occupied() const { return bool(depth8); }
    void save(Key k, int v, bool pv, int d, uint16_t m, int ev, uint8_t generation8);

   private:
    friend class TranspositionTable;

    uint16_t key16;
    uint8_t  depth8;
    uint8_t  genBound8;
    uint16_t move16;
    int16_t  value16;
    int16_t  eval16;
};

class TranspositionTable {
    static constexpr int ClusterSize = 3;

    struct Cluster {
        TTEntry entry[ClusterSize];
        char    padding[2];
    };

    static_assert(sizeof(Cluster) == 32, "Suboptimal Cluster size");

   public:
#ifdef FIXED
    ~TranspositionTable() { aligned_large_pages_free(table); }
#endif
    void resize(size_t mbSize, ThreadPool& threads);
    void clear(ThreadPool& threads);
    int  hashfull() const;
    void new_search() { generation8 += 8; }

    TTEntry* probe(const Key key, bool& found) const;
    TTEntry* first_entry(const Key key) const {
        return &table[static_cast<uint64_t>((static_cast<unsigned __int128>(key) * clusterCount) >> 64)].entry[0];
    }
    uint8_t generation() const { return generation8; }

   private:
    size_t clusterCount = 0;
#ifdef FIXED
    Cluster* table = nullptr;
#else
    LargePagePtr<Cluster[]> table;
#endif
    uint8_t generation8 = 0;
};

}  // namespace Stockfish

#endif
