// project: MariaDB (include/lf.h, mysys/lf_alloc-pin.c), built for POWER
// reference: https://github.com/MariaDB/server/pull/169 (read)
// kind: ineffective-padding
// starts: hidden
// args: --target=powerpc64le-linux-gnu -ffreestanding
// wrong: each thread's pins are padded by arithmetic to the 128 bytes of a POWER line, but the block they are cut from
//        starts at any 16-byte boundary, so the pins of two threads can meet in a line.
#include <stddef.h>
#include <stdint.h>

void *malloc(size_t size);
int posix_memalign(void **memory, size_t alignment, size_t size);

#define LF_PINBOX_PINS 4
#define ELEMENTS_PER_BLOCK 256
#define CPU_LEVEL1_DCACHE_LINESIZE 128

typedef struct st_pinbox LF_PINBOX;

#ifdef FIXED
#define MY_ALIGNED(n) __attribute__((aligned(n)))
#else
#define MY_ALIGNED(n)
#endif

typedef struct st_pins {
    void *volatile pin[LF_PINBOX_PINS] MY_ALIGNED(CPU_LEVEL1_DCACHE_LINESIZE); /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    LF_PINBOX *pinbox;
    void **stack_ends_here;
    void *purgatory;          /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    uint32_t purgatory_count; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    uint32_t volatile link;
#ifndef FIXED
    char pad[128 - sizeof(uint32_t) * 2 - sizeof(LF_PINBOX *) - sizeof(void *) - sizeof(void *) * (LF_PINBOX_PINS + 1)];
#endif
} LF_PINS;

struct st_pinbox {
    LF_PINS *elements;
    uint32_t volatile pins_in_array;
    void (*free_func)(void *);
};

static __thread LF_PINS *THR_PINS;

int lf_pinbox_init(LF_PINBOX *box, void (*free_func)(void *)) {
    void *memory = NULL;
#ifdef FIXED
    if (posix_memalign(&memory, CPU_LEVEL1_DCACHE_LINESIZE, ELEMENTS_PER_BLOCK * sizeof(LF_PINS))) return 1;
#else
    memory = malloc(ELEMENTS_PER_BLOCK * sizeof(LF_PINS));
#endif
    box->elements = memory;
    box->free_func = free_func;
    return box->elements == NULL;
}

LF_PINS *lf_pinbox_get_pins(LF_PINBOX *box) {
    if (THR_PINS) return THR_PINS;
    uint32_t index = __sync_fetch_and_add(&box->pins_in_array, 1);
    LF_PINS *el = &box->elements[index];
    el->pinbox = box;
    el->purgatory = NULL;
    el->purgatory_count = 0;
    return THR_PINS = el;
}

static inline void lf_pin(LF_PINS *pins, int which, void *address) {
    __atomic_store_n(&pins->pin[which], address, __ATOMIC_SEQ_CST);
}

void lf_pinbox_free(LF_PINS *pins, void *address) {
    *(void **)address = pins->purgatory;
    pins->purgatory = address;
    pins->purgatory_count++;
}

int lf_hash_scan(LF_PINBOX *box, void **bucket, int n, int (*match)(void *)) {
    LF_PINS *pins = lf_pinbox_get_pins(box);
    for (int i = 0; i < n; i++) {
        lf_pin(pins, i & 3, bucket[i]);
        if (match(bucket[i])) lf_pinbox_free(pins, bucket[i]);
        lf_pin(pins, i & 3, NULL);
    }
    return 0;
}
