// project: Redis (networking.c)
// reference: https://github.com/redis/redis/pull/10892 (read)
// kind: per-thread-array
// args: -std=gnu11
// starts: visible
// wrong: the pending counts of the io threads lie side by side; the main thread polls them all while each thread resets its own.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define IO_THREADS_MAX_NUM 128
#define CACHE_LINE_SIZE 64

typedef struct client {
    int fd;
    int flags;
    struct client *next;
} client;

#ifdef FIXED
typedef struct __attribute__((aligned(CACHE_LINE_SIZE))) threads_pending {
    _Atomic unsigned long value;
} threads_pending;
threads_pending io_threads_pending[IO_THREADS_MAX_NUM];
#define PENDING(i) io_threads_pending[i].value
#else
_Atomic unsigned long io_threads_pending[IO_THREADS_MAX_NUM]; /* expect: fsfind-per-thread-slots */
#define PENDING(i) io_threads_pending[i]
#endif

static pthread_t io_threads[IO_THREADS_MAX_NUM];
static client *io_threads_list[IO_THREADS_MAX_NUM];
static int io_threads_num;

void write_to_client(client *c);

static inline unsigned long get_pending(int i) {
    return atomic_load(&PENDING(i));
}

static inline void set_pending(int i, unsigned long count) {
    atomic_store(&PENDING(i), count);
}

static void *io_thread_main(void *arg) {
    long id = (long)arg;
    for (;;) {
        for (int spin = 0; spin < 1000000; spin++)
            if (get_pending(id) != 0) break;
        if (get_pending(id) == 0) {
            usleep(1);
            continue;
        }
        for (client *c = io_threads_list[id]; c; c = c->next) write_to_client(c);
        set_pending(id, 0);
    }
    return NULL;
}

void init_threaded_io(int count) {
    io_threads_num = count;
    for (int i = 1; i < count; i++) {
        set_pending(i, 0);
        pthread_create(&io_threads[i], NULL, io_thread_main, (void *)(long)i);
    }
}

void handle_pending_writes(unsigned long per_thread) {
    for (int i = 1; i < io_threads_num; i++) set_pending(i, per_thread);
    for (;;) {
        unsigned long pending = 0;
        for (int i = 1; i < io_threads_num; i++) pending += get_pending(i);
        if (pending == 0) break;
    }
}
