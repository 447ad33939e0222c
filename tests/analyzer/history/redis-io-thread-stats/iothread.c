#include "server.h"

static int thread_ids[IO_THREADS_MAX_NUM];

static void *io_thread_main(void *arg) {
    int tid = *(int *)arg;
    for (;;) {
        client *c = next_client(tid);
        c->tid = tid;
        read_query(c);
        write_reply(c);
    }
    return NULL;
}

void start_io_threads(void) {
    for (int i = 1; i < server.io_threads_num; i++) {
        pthread_t handle;
        thread_ids[i] = i;
        pthread_create(&handle, NULL, io_thread_main, &thread_ids[i]);
    }
}
