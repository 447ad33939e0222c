// project: Contech (runtime)
// reference: https://github.com/bprail/contech/issues/43 (read)
// kind: adjacent-globals
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the tickets that order events and the state of the background writer are globals laid side by side.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct event_buffer {
    uint32_t pos;
    uint32_t length;
    struct event_buffer *next;
    char data[1024];
} event_buffer;

#ifdef FIXED
#define ON_OWN_LINE __attribute__((aligned(64)))
typedef struct {
    uint64_t value;
} ON_OWN_LINE line_counter;
static line_counter global_order;
static line_counter buffers_written;
static line_counter bytes_written;
#define ORDER global_order.value
#define BUFFERS buffers_written.value
#define BYTES bytes_written.value
#else
static uint64_t global_order;    /* expect: fsfind-adjacent-globals */
static uint64_t buffers_written; /* expect: fsfind-adjacent-globals */
static uint64_t bytes_written;   /* expect: fsfind-adjacent-globals */
#define ORDER global_order
#define BUFFERS buffers_written
#define BYTES bytes_written
#endif

static __thread event_buffer *local_buffer;

event_buffer *take_full_buffer(void);
void queue_full_buffer(event_buffer *buffer);

static event_buffer *fresh_buffer(void) {
    event_buffer *b = malloc(sizeof(event_buffer));
    b->pos = 0;
    b->length = sizeof(b->data);
    b->next = NULL;
    return b;
}

uint64_t rt_store_ticket(uint32_t kind) {
    uint64_t ticket = __sync_fetch_and_add(&ORDER, 1);
    if (!local_buffer) local_buffer = fresh_buffer();
    if (local_buffer->pos + 12 > local_buffer->length) {
        queue_full_buffer(local_buffer);
        local_buffer = fresh_buffer();
    }
    snprintf(local_buffer->data + local_buffer->pos, 12, "%08x%02x", (uint32_t)ticket, kind & 255);
    local_buffer->pos += 12;
    return ticket;
}

static void *background_writer(void *file) {
    event_buffer *b;
    while ((b = take_full_buffer()) != NULL) {
        fwrite(b->data, 1, b->pos, file);
        BUFFERS++;
        BYTES += b->pos;
        free(b);
    }
    return NULL;
}

void rt_init(FILE *out) {
    pthread_t writer;
    pthread_create(&writer, NULL, background_writer, out);
    pthread_detach(writer);
}

void rt_report(void) {
    printf("%lu buffers, %lu bytes\n", (unsigned long)BUFFERS, (unsigned long)BYTES);
}
