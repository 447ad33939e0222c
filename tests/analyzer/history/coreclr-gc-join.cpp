// project: .NET runtime (src/coreclr/gc/gc.cpp, t_join)
// reference: reduced from memory; the released join_structure aligns its polled members and its counted locks to HS_CACHE_LINE_SIZE
// kind: hot-flag
// starts: visible
// args: -std=c++14
// also-true: fsfind-contended-atomic
// wrong: the threads of server collection wait for each other by spinning on lock_color; the counter that each arriving thread
//        decrements, and the one of r_join, lie beside it.
#include <pthread.h>
#include <sched.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#define HS_CACHE_LINE_SIZE 128
#define DECLSPEC_ALIGN(x) __attribute__((aligned(x)))
#define YieldProcessor() __builtin_ia32_pause()
#define MAX_SUPPORTED_CPUS 64

typedef int32_t BOOL;
#define TRUE 1
#define FALSE 0

template <typename T>
class Volatile {
public:
    Volatile() = default;
    Volatile(T v) : m_val(v) {}
    T Load() const { return __atomic_load_n(&m_val, __ATOMIC_ACQUIRE); }
    void Store(T v) { __atomic_store_n(&m_val, v, __ATOMIC_RELEASE); }
    operator T() const { return Load(); }
    Volatile& operator=(T v) {
        Store(v);
        return *this;
    }
    T* operator&() { return &m_val; }

private:
    T m_val;
};

struct Interlocked {
    static int32_t Decrement(int32_t* p) { return __sync_sub_and_fetch(p, 1); }
    static int32_t Exchange(int32_t* p, int32_t v) { return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); }
    static int32_t CompareExchange(int32_t* p, int32_t v, int32_t cmp) { return __sync_val_compare_and_swap(p, cmp, v); }
};

class GCEvent {
public:
    bool CreateManualEvent(bool initial) {
        m_state = initial;
        return pthread_mutex_init(&m_mutex, nullptr) == 0 && pthread_cond_init(&m_cond, nullptr) == 0;
    }
    void Set() {
        pthread_mutex_lock(&m_mutex);
        m_state = true;
        pthread_cond_broadcast(&m_cond);
        pthread_mutex_unlock(&m_mutex);
    }
    void Reset() {
        pthread_mutex_lock(&m_mutex);
        m_state = false;
        pthread_mutex_unlock(&m_mutex);
    }
    void Wait() {
        pthread_mutex_lock(&m_mutex);
        while (!m_state) pthread_cond_wait(&m_cond, &m_mutex);
        pthread_mutex_unlock(&m_mutex);
    }

private:
    pthread_mutex_t m_mutex;
    pthread_cond_t m_cond;
    bool m_state;
};

enum gc_join_stage { gc_join_init_cpu_mapping, gc_join_begin_mark_phase, gc_join_scan_finalization, gc_join_done, gc_join_max };
enum gc_join_flavor { join_flavor_server_gc, join_flavor_bgc };

#define first_thread_arrived 2

#ifdef FIXED
struct DECLSPEC_ALIGN(HS_CACHE_LINE_SIZE) join_structure {
    // shared non-volatile, kept on a line apart
    int n_threads;

    // polling and waiting, written once per join
    DECLSPEC_ALIGN(HS_CACHE_LINE_SIZE)
    GCEvent joined_event[3];
    Volatile<int> lock_color;
    Volatile<BOOL> wait_done;
    Volatile<BOOL> joined_p;

    // counted locks, written many times per join
    DECLSPEC_ALIGN(HS_CACHE_LINE_SIZE)
    Volatile<int> join_lock;
    Volatile<int> r_join_lock;
};
#else
struct join_structure {
    int n_threads;
    GCEvent joined_event[3];
    Volatile<int> join_lock;  // expect: fsfind-adjacent-thread-fields
    Volatile<int> r_join_lock;
    Volatile<int> lock_color; // expect: fsfind-adjacent-thread-fields
    Volatile<BOOL> wait_done;
    Volatile<BOOL> joined_p;  // expect: fsfind-adjacent-thread-fields
};
#endif

class t_join {
    join_structure join_struct;
    int id;
    gc_join_flavor flavor;

public:
    BOOL init(int n_th, gc_join_flavor f) {
        join_struct.n_threads = n_th;
        join_struct.lock_color = 0;
        for (int i = 0; i < 3; i++) {
            if (!join_struct.joined_event[i].CreateManualEvent(false)) return FALSE;
        }
        join_struct.join_lock = join_struct.n_threads;
        join_struct.r_join_lock = join_struct.n_threads;
        join_struct.wait_done = FALSE;
        join_struct.joined_p = FALSE;
        flavor = f;
        id = 0;
        return TRUE;
    }

    void join(int spin_count, int join_id) {
        (void)join_id;
        int color = join_struct.lock_color.Load();

        if (Interlocked::Decrement(&join_struct.join_lock) != 0) {
        respin:
            int j = 0;
            for (; j < spin_count; j++) {
                if (color != join_struct.lock_color.Load()) break;
                YieldProcessor();
            }
            if (color == join_struct.lock_color.Load()) join_struct.joined_event[color].Wait();
            if (color == join_struct.lock_color.Load()) goto respin;
        } else {
            join_struct.joined_p = TRUE;
            join_struct.joined_event[!color].Reset();
            id = join_id;
        }
    }

    BOOL r_join(int join_id) {
        (void)join_id;
        if (join_struct.n_threads == 1) return TRUE;
        if (Interlocked::CompareExchange(&join_struct.r_join_lock, 0, join_struct.n_threads) == 0) {
            for (;;) {
                if (join_struct.wait_done) break;
                YieldProcessor();
                if (join_struct.wait_done) break;
                join_struct.joined_event[first_thread_arrived].Wait();
            }
            return FALSE;
        }
        return TRUE;
    }

    void restart() {
        join_struct.joined_p = FALSE;
        join_struct.join_lock = join_struct.n_threads;
        int color = join_struct.lock_color.Load();
        join_struct.lock_color = !color;
        join_struct.joined_event[color].Set();
    }

    void r_restart() {
        join_struct.wait_done = TRUE;
        join_struct.joined_event[first_thread_arrived].Set();
    }

    void r_init() {
        join_struct.r_join_lock = join_struct.n_threads;
        join_struct.wait_done = FALSE;
        join_struct.joined_event[first_thread_arrived].Reset();
    }

    BOOL joined() { return join_struct.joined_p; }
};

static t_join gc_t_join;

struct gc_heap {
    int heap_number;
    size_t promoted_bytes;
    size_t total_roots;
    pthread_t gc_thread;
    uint8_t* mark_stack_array;

    void mark_roots();
    void scan_finalization_roots();

    static int n_heaps;
    static int join_spin_count;
    static gc_heap* g_heaps[MAX_SUPPORTED_CPUS];

    void mark_phase() {
        gc_t_join.join(join_spin_count, gc_join_begin_mark_phase);
        if (gc_t_join.joined()) {
            gc_t_join.r_init();
            gc_t_join.restart();
        }
        if (gc_t_join.r_join(gc_join_init_cpu_mapping)) {
            total_roots = 0;
            gc_t_join.r_restart();
        }
        mark_roots();
        gc_t_join.join(join_spin_count, gc_join_scan_finalization);
        if (gc_t_join.joined()) gc_t_join.restart();
        scan_finalization_roots();
        gc_t_join.join(join_spin_count, gc_join_done);
        if (gc_t_join.joined()) gc_t_join.restart();
    }

    static void* gc_thread_stub(void* arg) {
        static_cast<gc_heap*>(arg)->mark_phase();
        return nullptr;
    }

    static bool initialize_gc(int heaps) {
        n_heaps = heaps;
        if (!gc_t_join.init(heaps, join_flavor_server_gc)) return false;
        for (int i = 0; i < heaps; i++) {
            g_heaps[i] = static_cast<gc_heap*>(calloc(1, sizeof(gc_heap)));
            g_heaps[i]->heap_number = i;
            if (pthread_create(&g_heaps[i]->gc_thread, nullptr, gc_thread_stub, g_heaps[i]) != 0) return false;
        }
        return true;
    }
};

int gc_heap::n_heaps = 0;
int gc_heap::join_spin_count = 1024;
gc_heap* gc_heap::g_heaps[MAX_SUPPORTED_CPUS];
