// project: eBPF for Windows (per-cpu state; here with POSIX names)
// reference: https://github.com/microsoft/ebpf-for-windows/issues/458 (read)
// kind: ineffective-padding
// args: -std=gnu11
// starts: hidden
// wrong: elements are exactly one line long, but the project's allocator hands out 16-byte aligned blocks.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EBPF_CACHE_LINE_SIZE 64

uint32_t ebpf_get_current_cpu(void);
uint32_t ebpf_get_cpu_count(void);

typedef struct ebpf_list_entry {
    struct ebpf_list_entry *next, *prev;
} ebpf_list_entry_t;

typedef struct ebpf_epoch_cpu {
    uint64_t epoch;            /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    uint64_t entries;          /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    ebpf_list_entry_t retired; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    uint64_t timer_armed;
    uint8_t reserved[EBPF_CACHE_LINE_SIZE - 3 * sizeof(uint64_t) - sizeof(ebpf_list_entry_t)];
} ebpf_epoch_cpu_t;

static ebpf_epoch_cpu_t *epoch_cpus;

static void *ebpf_allocate(size_t size) {
    void *memory = malloc(size);
    if (memory) memset(memory, 0, size);
    return memory;
}

#ifdef FIXED
static void *ebpf_allocate_cache_aligned(size_t size) {
    void *memory = NULL;
    if (posix_memalign(&memory, EBPF_CACHE_LINE_SIZE, size)) return NULL;
    memset(memory, 0, size);
    return memory;
}
#endif

int ebpf_epoch_initiate(void) {
    const size_t size = ebpf_get_cpu_count() * sizeof(ebpf_epoch_cpu_t);
#ifdef FIXED
    epoch_cpus = ebpf_allocate_cache_aligned(size);
#else
    epoch_cpus = ebpf_allocate(size);
#endif
    return epoch_cpus ? 0 : -1;
}

void ebpf_epoch_enter(uint64_t published) {
    ebpf_epoch_cpu_t *cpu = &epoch_cpus[ebpf_get_current_cpu()];
    cpu->epoch = published;
    cpu->entries++;
}

void ebpf_epoch_exit(void) {
    ebpf_epoch_cpu_t *cpu = &epoch_cpus[ebpf_get_current_cpu()];
    cpu->entries--;
}

void ebpf_epoch_retire(ebpf_list_entry_t *entry) {
    ebpf_epoch_cpu_t *cpu = &epoch_cpus[ebpf_get_current_cpu()];
    entry->next = cpu->retired.next;
    cpu->retired.next = entry;
}

void ebpf_run_programs(uint64_t published, void (*program)(void *), void **contexts, int n) {
    for (int i = 0; i < n; i++) {
        ebpf_epoch_enter(published);
        program(contexts[i]);
        ebpf_epoch_exit();
    }
}

void *ebpf_map_create(size_t size) {
    return ebpf_allocate(size);
}
