// project: Aeron (aeron_spsc_concurrent_array_queue.h)
// reference: https://github.com/aeron-io/aeron/pull/1915 (read)
// kind: ineffective-padding
// starts: hidden
// wrong: the padding in each half is a line less the members of that half, and the base is not aligned, so producer and
//        consumer members can still meet in one line.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define CACHE_LINE_LENGTH 64

typedef struct spsc_queue_stct {
#ifdef FIXED
    int8_t padding[CACHE_LINE_LENGTH];
#else
    int8_t padding[CACHE_LINE_LENGTH - sizeof(uint64_t)];
#endif
    struct {
        volatile uint64_t tail; /* expect: fsfind-ineffective-padding|fsfind-adjacent-thread-fields */
        uint64_t head_cache;    /* expect: fsfind-ineffective-padding|fsfind-adjacent-thread-fields */
#ifdef FIXED
        int8_t padding[CACHE_LINE_LENGTH];
#else
        int8_t padding[CACHE_LINE_LENGTH - (2 * sizeof(uint64_t))];
#endif
    } producer;
    struct {
        volatile uint64_t head; /* expect: fsfind-ineffective-padding|fsfind-adjacent-thread-fields */
        uint64_t consumed;      /* expect: fsfind-ineffective-padding|fsfind-adjacent-thread-fields */
#ifdef FIXED
        int8_t padding[CACHE_LINE_LENGTH];
#else
        int8_t padding[CACHE_LINE_LENGTH - (2 * sizeof(uint64_t))];
#endif
    } consumer;
    size_t capacity; /* expect: fsfind-ineffective-padding|fsfind-adjacent-thread-fields */
    size_t mask;
    void *volatile *buffer;
} spsc_queue_t;

int spsc_queue_init(spsc_queue_t *queue, size_t length) {
    queue->capacity = length;
    queue->mask = length - 1;
    queue->producer.tail = 0;
    queue->producer.head_cache = 0;
    queue->consumer.head = 0;
    queue->consumer.consumed = 0;
    queue->buffer = calloc(length, sizeof(void *));
    return queue->buffer ? 0 : -1;
}

int spsc_queue_offer(spsc_queue_t *queue, void *element) {
    const size_t mask = queue->mask;
    uint64_t tail = queue->producer.tail;
    if (tail - queue->producer.head_cache > mask) {
        uint64_t head = __atomic_load_n(&queue->consumer.head, __ATOMIC_ACQUIRE);
        if (tail - head > mask) return -1;
        queue->producer.head_cache = head;
    }
    queue->buffer[tail & mask] = element;
    __atomic_store_n(&queue->producer.tail, tail + 1, __ATOMIC_RELEASE);
    return 0;
}

void *spsc_queue_poll(spsc_queue_t *queue) {
    uint64_t head = queue->consumer.head;
    if (head == __atomic_load_n(&queue->producer.tail, __ATOMIC_ACQUIRE)) return NULL;
    void *item = queue->buffer[head & queue->mask];
    queue->consumer.consumed++;
    __atomic_store_n(&queue->consumer.head, head + 1, __ATOMIC_RELEASE);
    return item;
}

typedef struct conductor_proxy_stct {
    const char *name;
    spsc_queue_t *command_queue;
} conductor_proxy_t;

int proxy_create(conductor_proxy_t *proxy, size_t length) {
    proxy->command_queue = malloc(sizeof(spsc_queue_t));
    return proxy->command_queue ? spsc_queue_init(proxy->command_queue, length) : -1;
}

int conductor_do_work(conductor_proxy_t *proxy, void (*handler)(void *)) {
    int work = 0;
    void *command;
    while ((command = spsc_queue_poll(proxy->command_queue)) != NULL) {
        handler(command);
        work++;
    }
    return work;
}

void client_offer_all(conductor_proxy_t *proxy, void **commands, int n) {
    for (int i = 0; i < n; i++)
        while (spsc_queue_offer(proxy->command_queue, commands[i]) < 0) {
        }
}
