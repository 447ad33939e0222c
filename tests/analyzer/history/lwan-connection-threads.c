// project: Lwan (src/lib/lwan-thread.c)
// reference: reduced from memory; the released scheduling table gives connections of one cache line to the same thread
// kind: per-thread-array
// starts: visible
// args: -std=gnu11
// wrong: connections, indexed by file descriptor, are 32 bytes; descriptors go to threads by turns, so that the two connections of a
//        line belong to different threads, both of which change flags and timeouts at each event.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define ALWAYS_INLINE inline __attribute__((always_inline))

enum lwan_connection_flags {
    CONN_KEEP_ALIVE = 1 << 0,
    CONN_IS_ALIVE = 1 << 1,
    CONN_SHOULD_RESUME_CORO = 1 << 2,
    CONN_WRITE_EVENTS = 1 << 3,
    CONN_SUSPENDED = 1 << 4,
};

struct lwan_connection {
    uint32_t flags;          /* expect: fsfind-per-thread-slots */
    uint32_t time_to_expire; /* expect: fsfind-per-thread-slots */
    struct coro *coro;
    struct lwan_thread *thread;
    int prev, next;
};
_Static_assert(sizeof(struct lwan_connection) == 32, "two connections in each cache line");

struct lwan_thread {
    struct lwan *lwan;
    int epoll_fd;
    uint32_t cpu;
    pthread_t self;
    int dq_head, dq_tail;
    char date[30];
} __attribute__((aligned(64)));

struct lwan {
    struct lwan_connection *conns; /* expect: fsfind-per-thread-slots */
    struct {
        struct lwan_thread *threads;
        unsigned int count;
        unsigned int max_fd;
#ifdef FIXED
        uint32_t *fd_to_thread;
        uint32_t fd_to_thread_mask;
#endif
        pthread_barrier_t barrier;
    } thread;
    struct {
        uint32_t keep_alive_timeout;
        bool quiet;
    } config;
    int main_socket;
    volatile uint32_t now;
};

struct coro *coro_new(struct lwan_connection *conn);
int coro_resume(struct coro *c);
void coro_free(struct coro *c);

static ALWAYS_INLINE int lwan_connection_get_fd(const struct lwan *lwan, const struct lwan_connection *conn)
{
    return (int)(conn - lwan->conns);
}

static void death_queue_insert(struct lwan_thread *t, struct lwan_connection *conn)
{
    struct lwan *l = t->lwan;
    int fd = lwan_connection_get_fd(l, conn);

    conn->next = -1;
    conn->prev = t->dq_tail;
    if (t->dq_tail >= 0)
        l->conns[t->dq_tail].next = fd;
    else
        t->dq_head = fd;
    t->dq_tail = fd;
}

static void death_queue_remove(struct lwan_thread *t, struct lwan_connection *conn)
{
    struct lwan *l = t->lwan;

    if (conn->prev >= 0)
        l->conns[conn->prev].next = conn->next;
    else
        t->dq_head = conn->next;
    if (conn->next >= 0)
        l->conns[conn->next].prev = conn->prev;
    else
        t->dq_tail = conn->prev;
}

static void destroy_coro(struct lwan_thread *t, struct lwan_connection *conn)
{
    death_queue_remove(t, conn);
    if (LIKELY(conn->coro)) {
        coro_free(conn->coro);
        conn->coro = NULL;
    }
    if (conn->flags & CONN_IS_ALIVE) {
        conn->flags &= ~CONN_IS_ALIVE;
        close(lwan_connection_get_fd(t->lwan, conn));
    }
}

static void resume_coro(struct lwan_thread *t, struct lwan_connection *conn)
{
    if (!(conn->flags & CONN_SHOULD_RESUME_CORO))
        return;
    int state = coro_resume(conn->coro);
    if (state < 0) {
        destroy_coro(t, conn);
        return;
    }
    if (state == 1)
        conn->flags |= CONN_WRITE_EVENTS;
    else
        conn->flags &= ~CONN_WRITE_EVENTS;
}

static void *thread_io_loop(void *data)
{
    struct lwan_thread *t = data;
    struct lwan *lwan = t->lwan;
    struct epoll_event events[64];

    pthread_barrier_wait(&lwan->thread.barrier);
    for (;;) {
        int n_fds = epoll_wait(t->epoll_fd, events, 64, 1000);
        if (UNLIKELY(n_fds < 0)) {
            if (errno == EBADF || errno == EINVAL)
                break;
            continue;
        }
        for (int i = 0; i < n_fds; i++) {
            struct lwan_connection *conn = events[i].data.ptr;

            if (UNLIKELY(events[i].events & (EPOLLRDHUP | EPOLLHUP))) {
                destroy_coro(t, conn);
                continue;
            }
            if (!conn->coro) {
                conn->coro = coro_new(conn);
                conn->flags = CONN_IS_ALIVE | CONN_SHOULD_RESUME_CORO;
                death_queue_insert(t, conn);
            }
            resume_coro(t, conn);
            death_queue_remove(t, conn);
            death_queue_insert(t, conn);
            conn->time_to_expire = lwan->now + lwan->config.keep_alive_timeout;
        }
        while (t->dq_head >= 0 && lwan->conns[t->dq_head].time_to_expire < lwan->now)
            destroy_coro(t, &lwan->conns[t->dq_head]);
    }
    return NULL;
}

void lwan_thread_init(struct lwan *l)
{
    pthread_barrier_init(&l->thread.barrier, NULL, l->thread.count + 1);
    l->thread.threads = aligned_alloc(64, l->thread.count * sizeof(struct lwan_thread));
    l->conns = aligned_alloc(64, (l->thread.max_fd + 2) / 2 * 64);
    if (!l->thread.threads || !l->conns)
        abort();
    memset(l->thread.threads, 0, l->thread.count * sizeof(struct lwan_thread));
    memset(l->conns, 0, l->thread.max_fd * sizeof(struct lwan_connection));

    for (unsigned int i = 0; i < l->thread.count; i++) {
        struct lwan_thread *t = &l->thread.threads[i];
        t->lwan = l;
        t->dq_head = t->dq_tail = -1;
        t->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
        if (pthread_create(&t->self, NULL, thread_io_loop, t))
            abort();
    }

#ifdef FIXED
    /* two neighbours in the array of connections, one line, get the same thread */
    uint32_t n_threads = 1;
    while (n_threads < l->thread.count * 2)
        n_threads <<= 1;
    l->thread.fd_to_thread_mask = n_threads - 1;
    l->thread.fd_to_thread = calloc(n_threads, sizeof(uint32_t));
    for (uint32_t i = 0; i < n_threads; i++)
        l->thread.fd_to_thread[i] = (i / 2) % l->thread.count;
    for (unsigned int i = 0; i < l->thread.max_fd; i++)
        l->conns[i].thread = &l->thread.threads[l->thread.fd_to_thread[i & l->thread.fd_to_thread_mask]];
#else
    for (unsigned int i = 0; i < l->thread.max_fd; i++)
        l->conns[i].thread = &l->thread.threads[i % l->thread.count];
#endif
    pthread_barrier_wait(&l->thread.barrier);
}

void lwan_main_loop(struct lwan *l)
{
    for (;;) {
        int fd = accept4(l->main_socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (UNLIKELY(fd < 0))
            break;
        struct lwan_connection *conn = &l->conns[fd];
        struct epoll_event ev = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data.ptr = conn};
        epoll_ctl(conn->thread->epoll_fd, EPOLL_CTL_ADD, fd, &ev);
    }
}

void lwan_thread_shutdown(struct lwan *l)
{
    for (unsigned int i = 0; i < l->thread.count; i++)
        close(l->thread.threads[i].epoll_fd);
    for (unsigned int i = 0; i < l->thread.count; i++)
        pthread_join(l->thread.threads[i].self, NULL);
    free(l->conns);
    free(l->thread.threads);
}
