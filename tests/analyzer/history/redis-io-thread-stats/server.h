#ifndef SERVER_H
#define SERVER_H
// project: Redis (server.h, networking.c, iothread.c)
// reference: https://github.com/redis/redis/pull/14907 (read)
// kind: per-thread-array
// starts: visible
// wrong: counters of the io threads are plain arrays in the one server object; each io thread adds to its own element.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define IO_THREADS_MAX_NUM 128
#define CACHE_LINE_SIZE 64

typedef struct client {
    int fd;
    int tid;
    size_t sentlen;
    char *querybuf;
} client;

#ifdef FIXED
typedef struct __attribute__((aligned(CACHE_LINE_SIZE))) {
    _Atomic long long reads;
    _Atomic long long writes;
} io_thread_stats;
#define READS(tid) server.io_stats[tid].reads
#define WRITES(tid) server.io_stats[tid].writes
#else
#define READS(tid) server.stat_io_reads[tid]
#define WRITES(tid) server.stat_io_writes[tid]
#endif

struct server_state {
    pthread_t main_thread;
    char *configfile;
    int hz;
    int port;
    int io_threads_num;
    long long stat_numcommands;
#ifdef FIXED
    io_thread_stats io_stats[IO_THREADS_MAX_NUM];
#else
    _Atomic long long stat_io_reads[IO_THREADS_MAX_NUM];  /* expect: fsfind-per-thread-slots */
    _Atomic long long stat_io_writes[IO_THREADS_MAX_NUM]; /* expect: fsfind-per-thread-slots */
#endif
};

extern struct server_state server;

void read_query(client *c);
void write_reply(client *c);
client *next_client(int tid);
void start_io_threads(void);
#endif
