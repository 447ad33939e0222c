#include "server.h"

#include <unistd.h>

struct server_state server;

void read_query(client *c) {
    ssize_t got = read(c->fd, c->querybuf, 16384);
    if (got <= 0) return;
    atomic_fetch_add_explicit(&READS(c->tid), 1, memory_order_relaxed);
}

void write_reply(client *c) {
    ssize_t sent = write(c->fd, c->querybuf, c->sentlen);
    if (sent <= 0) return;
    atomic_fetch_add_explicit(&WRITES(c->tid), 1, memory_order_relaxed);
}

long long total_reads(void) {
    long long sum = 0;
    for (int i = 0; i < server.io_threads_num; i++) sum += atomic_load(&READS(i));
    return sum;
}
