// project: final_libs (mbuf)
// reference: https://github.com/finaldie/final_libs/issues/15 (read)
// kind: producer-consumer
// starts: hidden
// wrong: the ring is lock-free between one pushing and one popping thread, but its two positions are neighbours.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CPU_CACHE_LINE 64

typedef struct mring {
    size_t size;
    char *buf;
    char *end;
#ifdef FIXED
    char pad0[CPU_CACHE_LINE];
    volatile size_t head;
    char pad1[CPU_CACHE_LINE];
    volatile size_t tail;
    char pad2[CPU_CACHE_LINE];
#else
    volatile size_t head; /* expect: fsfind-adjacent-thread-fields */
    volatile size_t tail; /* expect: fsfind-adjacent-thread-fields */
#endif
} mring;

mring *mring_create(size_t size) {
    mring *r = malloc(sizeof(*r));
    if (!r) return NULL;
    memset(r, 0, sizeof(*r));
    r->size = size;
    r->buf = malloc(size);
    r->end = r->buf + size;
    return r;
}

size_t mring_used(const mring *r) {
    return (r->tail + r->size - r->head) % r->size;
}

static void copy_in(mring *r, size_t at, const char *data, size_t len) {
    size_t first = r->size - at < len ? r->size - at : len;
    memcpy(r->buf + at, data, first);
    memcpy(r->buf, data + first, len - first);
}

static void copy_out(const mring *r, size_t at, char *data, size_t len) {
    size_t first = r->size - at < len ? r->size - at : len;
    memcpy(data, r->buf + at, first);
    memcpy(data + first, r->buf, len - first);
}

int mring_push(mring *r, const void *data, size_t len) {
    size_t tail = r->tail;
    size_t free_space = (r->head + r->size - tail - 1) % r->size;
    if (free_space < len) return 1;
    copy_in(r, tail, data, len);
    __sync_synchronize();
    r->tail = (tail + len) % r->size;
    return 0;
}

int mring_pop(mring *r, void *data, size_t len) {
    size_t head = r->head;
    if ((r->tail + r->size - head) % r->size < len) return 1;
    copy_out(r, head, data, len);
    __sync_synchronize();
    r->head = (head + len) % r->size;
    return 0;
}

void log_writer(mring *r, void (*sink)(const void *, size_t)) {
    char record[256];
    while (mring_pop(r, record, sizeof(record)) == 0) sink(record, sizeof(record));
}

void log_lines(mring *r, const char *lines, int n) {
    for (int i = 0; i < n; i++)
        while (mring_push(r, lines + 256 * i, 256)) {
        }
}
