// project: OpenImageIO (src/include/OpenImageIO/unordered_map_concurrent.h)
// reference: reduced from memory; the released Bin begins with OIIO_CACHE_ALIGN
// kind: lock-table
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: a concurrent map is split into bins, each with a spin lock and a map; the bins lie packed in an array, so that the lock of
//        one is in the line of its neighbour's map.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#define OIIO_CACHE_LINE_SIZE 64
#define OIIO_FORCEINLINE inline __attribute__((always_inline))
#ifdef FIXED
#define OIIO_CACHE_ALIGN __attribute__((aligned(OIIO_CACHE_LINE_SIZE)))
#else
#define OIIO_CACHE_ALIGN
#endif

namespace OIIO {

class spin_rw_mutex {
public:
    spin_rw_mutex() = default;

    void read_lock() noexcept
    {
        int oldval = m_bits.fetch_add(1, std::memory_order_acquire);
        while (oldval & WRITER) {
            m_bits.fetch_sub(1, std::memory_order_release);
            while (m_bits.load(std::memory_order_relaxed) & WRITER)
                std::this_thread::yield();
            oldval = m_bits.fetch_add(1, std::memory_order_acquire);
        }
    }
    void read_unlock() noexcept { m_bits.fetch_sub(1, std::memory_order_release); }

    void write_lock() noexcept
    {
        int expected = 0;
        while (!m_bits.compare_exchange_weak(expected, WRITER, std::memory_order_acquire)) {
            expected = 0;
            std::this_thread::yield();
        }
    }
    void write_unlock() noexcept { m_bits.fetch_sub(WRITER, std::memory_order_release); }

    void lock() { write_lock(); }
    void unlock() { write_unlock(); }

private:
    enum { WRITER = 1 << 30, NOTWRITER = WRITER - 1 };
    std::atomic<int> m_bits { 0 };
};

template<class KEY, class VALUE, class HASH = std::hash<KEY>, class PRED = std::equal_to<KEY>, size_t BINS = 16,
         class BINMAP = std::unordered_map<KEY, VALUE, HASH, PRED>>
class unordered_map_concurrent {
public:
    typedef BINMAP BinMap_t;

    class iterator {
    public:
        friend class unordered_map_concurrent;
        iterator(unordered_map_concurrent* umc = nullptr) : m_umc(umc) {}
        iterator(iterator&& src) noexcept : m_umc(src.m_umc), m_bin(src.m_bin), m_biniterator(src.m_biniterator), m_locked(src.m_locked)
        {
            src.m_locked = false;
        }
        ~iterator() { unlock(); }
        typename BinMap_t::value_type& operator*() { return *m_biniterator; }
        typename BinMap_t::value_type* operator->() { return &*m_biniterator; }
        explicit operator bool() const { return m_bin >= 0; }
        void unlock()
        {
            if (m_locked)
                m_umc->m_bins[m_bin].unlock();
            m_locked = false;
        }

    private:
        unordered_map_concurrent* m_umc = nullptr;
        int m_bin                       = -1;
        typename BinMap_t::iterator m_biniterator;
        bool m_locked = false;
    };

    unordered_map_concurrent() { m_size = 0; }

    iterator find(const KEY& key, bool do_lock = true)
    {
        size_t b = whichbin(key);
        Bin& bin(m_bins[b]);
        if (do_lock)
            bin.lock();
        auto it = bin.map.find(key);
        iterator result(this);
        if (it == bin.map.end()) {
            if (do_lock)
                bin.unlock();
            return result;
        }
        result.m_bin         = int(b);
        result.m_biniterator = it;
        result.m_locked      = do_lock;
        return result;
    }

    bool retrieve(const KEY& key, VALUE& value)
    {
        Bin& bin = m_bins[whichbin(key)];
        bin.lock();
        auto it    = bin.map.find(key);
        bool found = (it != bin.map.end());
        if (found)
            value = it->second;
        bin.unlock();
        return found;
    }

    bool insert_retrieve(const KEY& key, VALUE& value, VALUE& mapvalue)
    {
        Bin& bin = m_bins[whichbin(key)];
        bin.lock();
        auto result = bin.map.emplace(key, value);
        mapvalue    = result.first->second;
        bin.unlock();
        if (result.second)
            ++m_size;
        return result.second;
    }

    void erase(const KEY& key)
    {
        Bin& bin = m_bins[whichbin(key)];
        bin.lock();
        size_t n = bin.map.erase(key);
        bin.unlock();
        m_size -= int(n);
    }

    size_t size() const { return size_t(m_size.load()); }

private:
    struct Bin {
        OIIO_CACHE_ALIGN mutable spin_rw_mutex mutex; // expect: fsfind-per-thread-slots
        BinMap_t map;                                 // expect: fsfind-per-thread-slots

        void lock() const { mutex.lock(); }
        void unlock() const { mutex.unlock(); }
    };

    HASH m_hash;
    std::atomic<int> m_size;
    Bin m_bins[BINS]; // expect: fsfind-per-thread-slots

    OIIO_FORCEINLINE size_t whichbin(const KEY& key) { return (m_hash(key) ^ (m_hash(key) >> 17)) % BINS; }
};

struct TileID {
    int x, y, z, subimage, miplevel;
    uint64_t file;
    bool operator==(const TileID& o) const
    {
        return x == o.x && y == o.y && z == o.z && subimage == o.subimage && miplevel == o.miplevel && file == o.file;
    }
    struct Hasher {
        size_t operator()(const TileID& a) const
        {
            return size_t(a.x) * 73856093u ^ size_t(a.y) * 19349663u ^ size_t(a.z) * 83492791u ^ size_t(a.miplevel) << 7 ^ a.file;
        }
    };
};

struct ImageCacheTile {
    std::vector<char> pixels;
    bool used = true;
};
typedef std::shared_ptr<ImageCacheTile> ImageCacheTileRef;
typedef unordered_map_concurrent<TileID, ImageCacheTileRef, TileID::Hasher, std::equal_to<TileID>, 32> TileCache;

class ImageCacheImpl {
public:
    bool find_tile(const TileID& id, ImageCacheTileRef& tile)
    {
        if (m_tilecache.retrieve(id, tile)) {
            tile->used = true;
            return true;
        }
        ImageCacheTileRef fresh = std::make_shared<ImageCacheTile>();
        fresh->pixels.resize(size_t(m_tile_size) * m_tile_size * 4);
        return m_tilecache.insert_retrieve(id, fresh, tile);
    }
    void invalidate(const TileID& id) { m_tilecache.erase(id); }

private:
    int m_tile_size          = 64;
    size_t m_max_memory_size = 256 << 20;
    TileCache m_tilecache;
};

void test_texture_threads(ImageCacheImpl& cache, int nthreads, int iterations)
{
    std::vector<std::thread> threads;
    for (int t = 0; t < nthreads; ++t)
        threads.emplace_back([&cache, t, iterations] {
            ImageCacheTileRef tile;
            for (int i = 0; i < iterations; ++i)
                cache.find_tile(TileID { (i * 7 + t) & 255, i & 63, 0, 0, 0, uint64_t(t & 3) }, tile);
        });
    for (auto& t : threads)
        t.join();
}

}  // namespace OIIO
