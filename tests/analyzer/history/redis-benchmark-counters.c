// project: Redis (redis-benchmark.c)
// reference: https://github.com/redis/redis/pull/15439 (read)
// kind: counter-beside-read-mostly
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: two counters that every client thread increments share a line with settings that every thread reads per request.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define CACHE_LINE_SIZE 64

static struct config {
    const char *hostip;
    int hostport;
    const char *hostsocket;
    int numclients;
    int requests; /* expect: fsfind-adjacent-thread-fields */
#ifdef FIXED
    int pipeline;
    int keepalive;
    int num_threads;
    long long start;
    _Alignas(CACHE_LINE_SIZE) _Atomic int requests_issued;
    _Atomic int requests_finished;
    char counters_pad[CACHE_LINE_SIZE - 2 * sizeof(int)];
#else
    _Atomic int requests_issued;   /* expect: fsfind-adjacent-thread-fields */
    _Atomic int requests_finished; /* expect: fsfind-adjacent-thread-fields */
    int pipeline;                  /* expect: fsfind-adjacent-thread-fields */
    int keepalive;
    int num_threads;
    long long start;
#endif
} config;

struct connection {
    int fd;
    int pending;
};

int send_request(struct connection *c);
int read_reply(struct connection *c);

static int issue(struct connection *c) {
    int issued = atomic_fetch_add_explicit(&config.requests_issued, config.pipeline, memory_order_relaxed);
    if (issued >= config.requests) return 0;
    c->pending = config.pipeline;
    return send_request(c);
}

static void consume(struct connection *c) {
    while (c->pending > 0 && read_reply(c)) {
        c->pending--;
        int done = atomic_fetch_add_explicit(&config.requests_finished, 1, memory_order_relaxed);
        if (done >= config.requests) return;
    }
}

static void *exec_benchmark_thread(void *arg) {
    struct connection *c = arg;
    while (issue(c)) consume(c);
    return NULL;
}

void start_benchmark_threads(void) {
    pthread_t *threads = malloc(config.num_threads * sizeof(pthread_t));
    for (int i = 0; i < config.num_threads; i++)
        pthread_create(&threads[i], NULL, exec_benchmark_thread, calloc(1, sizeof(struct connection)));
    for (int i = 0; i < config.num_threads; i++) pthread_join(threads[i], NULL);
    free(threads);
}
