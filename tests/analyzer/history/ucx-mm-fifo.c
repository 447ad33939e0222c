// project: UCX (src/uct/sm/mm/mm_iface)
// reference: https://github.com/openucx/ucx/pull/643 (read)
// kind: producer-consumer
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the control block of the receive queue in shared memory holds the head, which all senders advance by compare-and-swap, and
//        the tail, which the receiver advances, side by side.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define UCS_SYS_CACHE_LINE_SIZE 64
#define UCS_BIT(i) (1ul << (i))
#define UCS_PTR_BYTE_OFFSET(ptr, off) ((void *)((char *)(ptr) + (off)))
#define ucs_memory_cpu_store_fence() __atomic_thread_fence(__ATOMIC_RELEASE)
#define ucs_memory_cpu_load_fence() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define ucs_atomic_cswap64(p, old, val) __sync_val_compare_and_swap(p, old, val)
#define UCS_PACKED __attribute__((packed))

typedef enum { UCS_OK = 0, UCS_ERR_NO_RESOURCE = -2, UCS_ERR_NO_MEMORY = -4 } ucs_status_t;

enum {
    UCT_MM_FIFO_ELEM_FLAG_OWNER  = UCS_BIT(0),
    UCT_MM_FIFO_ELEM_FLAG_INLINE = UCS_BIT(1)
};

typedef struct uct_mm_fifo_element {
    uint8_t  flags;
    uint8_t  am_id;
    uint16_t length;
    uint64_t desc_mpool_size;
    uint64_t desc_mmid;
    size_t   desc_offset;
    void    *desc_chunk_base_addr;
} UCS_PACKED uct_mm_fifo_element_t;

typedef struct uct_mm_fifo_ctl {
    volatile uint64_t head; /* expect: fsfind-adjacent-thread-fields */
#ifdef FIXED
    char padding[UCS_SYS_CACHE_LINE_SIZE - sizeof(uint64_t)];
#endif
    volatile uint64_t tail; /* expect: fsfind-adjacent-thread-fields */
} uct_mm_fifo_ctl_t;

typedef struct uct_mm_iface_config {
    unsigned fifo_size;
    double   release_fifo_factor;
    unsigned elem_size;
} uct_mm_iface_config_t;

typedef struct uct_mm_iface {
    void              *shared_mem;
    uct_mm_fifo_ctl_t *recv_fifo_ctl;
    void              *recv_fifo_elements;
    uint64_t           read_index;
    uint8_t            fifo_shift;
    unsigned           fifo_mask;
    uint64_t           fifo_release_factor_mask;
    uct_mm_iface_config_t config;
    ucs_status_t     (*am_handler[32])(void *arg, void *data, size_t length);
    void              *am_arg[32];
} uct_mm_iface_t;

typedef struct uct_mm_ep {
    uct_mm_iface_t    *iface;
    uct_mm_fifo_ctl_t *fifo_ctl;
    void              *fifo;
    uint64_t           cached_tail;
} uct_mm_ep_t;

#define ucs_align_up(n, a) (((n) + (a) - 1) / (a) * (a))
#define UCT_MM_FIFO_CTL_SIZE_ALIGNED ucs_align_up(sizeof(uct_mm_fifo_ctl_t), UCS_SYS_CACHE_LINE_SIZE)
#define UCT_MM_GET_FIFO_SIZE(iface) \
    (UCS_SYS_CACHE_LINE_SIZE - 1 + UCT_MM_FIFO_CTL_SIZE_ALIGNED + ((iface)->config.fifo_size * (iface)->config.elem_size))
#define UCT_MM_IFACE_GET_FIFO_ELEM(iface, fifo, index) \
    ((uct_mm_fifo_element_t *)UCS_PTR_BYTE_OFFSET(fifo, (index) * (iface)->config.elem_size))

static void uct_mm_iface_set_fifo_ptrs(void *mem, uct_mm_fifo_ctl_t **ctl_p, void **elems_p)
{
    uintptr_t aligned = ((uintptr_t)mem + UCS_SYS_CACHE_LINE_SIZE - 1) & ~(uintptr_t)(UCS_SYS_CACHE_LINE_SIZE - 1);

    *ctl_p   = (uct_mm_fifo_ctl_t *)aligned;
    *elems_p = UCS_PTR_BYTE_OFFSET(*ctl_p, UCT_MM_FIFO_CTL_SIZE_ALIGNED);
}

ucs_status_t uct_mm_iface_init(uct_mm_iface_t *iface, const uct_mm_iface_config_t *config)
{
    unsigned i;

    iface->config     = *config;
    iface->shared_mem = mmap(NULL, UCT_MM_GET_FIFO_SIZE(iface), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (iface->shared_mem == MAP_FAILED) {
        return UCS_ERR_NO_MEMORY;
    }

    uct_mm_iface_set_fifo_ptrs(iface->shared_mem, &iface->recv_fifo_ctl, &iface->recv_fifo_elements);
    iface->recv_fifo_ctl->head = 0;
    iface->recv_fifo_ctl->tail = 0;
    iface->read_index          = 0;
    iface->fifo_shift          = __builtin_ctz(config->fifo_size);
    iface->fifo_mask           = config->fifo_size - 1;
    iface->fifo_release_factor_mask = (uint64_t)(config->fifo_size * config->release_fifo_factor) - 1;
    for (i = 0; i < config->fifo_size; i++) {
        UCT_MM_IFACE_GET_FIFO_ELEM(iface, iface->recv_fifo_elements, i)->flags = UCT_MM_FIFO_ELEM_FLAG_OWNER;
    }
    return UCS_OK;
}

void uct_mm_ep_connect(uct_mm_ep_t *ep, uct_mm_iface_t *iface, void *remote_mem)
{
    ep->iface = iface;
    uct_mm_iface_set_fifo_ptrs(remote_mem, &ep->fifo_ctl, &ep->fifo);
    ep->cached_tail = ep->fifo_ctl->tail;
}

static ucs_status_t uct_mm_ep_get_remote_elem(uct_mm_ep_t *ep, uint64_t head, uct_mm_fifo_element_t **elem)
{
    uint64_t elem_index = head & ep->iface->fifo_mask;

    *elem = UCT_MM_IFACE_GET_FIFO_ELEM(ep->iface, ep->fifo, elem_index);
    return (ucs_atomic_cswap64(&ep->fifo_ctl->head, head, head + 1) == head) ? UCS_OK : UCS_ERR_NO_RESOURCE;
}

ucs_status_t uct_mm_ep_am_short(uct_mm_ep_t *ep, uint8_t id, uint64_t header, const void *payload, unsigned length)
{
    uct_mm_iface_t        *iface = ep->iface;
    uct_mm_fifo_element_t *elem;
    ucs_status_t           status;
    uint64_t               head;

    do {
        head = ep->fifo_ctl->head;
        if ((head - ep->cached_tail) >= iface->config.fifo_size) {
            ucs_memory_cpu_load_fence();
            ep->cached_tail = ep->fifo_ctl->tail;
            if ((head - ep->cached_tail) >= iface->config.fifo_size) {
                return UCS_ERR_NO_RESOURCE;
            }
        }
        status = uct_mm_ep_get_remote_elem(ep, head, &elem);
    } while (status != UCS_OK);

    memcpy(elem + 1, &header, sizeof(header));
    memcpy(UCS_PTR_BYTE_OFFSET(elem + 1, sizeof(header)), payload, length);
    elem->am_id  = id;
    elem->length = length + sizeof(header);
    ucs_memory_cpu_store_fence();
    elem->flags = UCT_MM_FIFO_ELEM_FLAG_INLINE | ((head & UCS_BIT(iface->fifo_shift)) ? UCT_MM_FIFO_ELEM_FLAG_OWNER : 0);
    return UCS_OK;
}

unsigned uct_mm_iface_progress(uct_mm_iface_t *iface)
{
    uct_mm_fifo_element_t *elem = UCT_MM_IFACE_GET_FIFO_ELEM(iface, iface->recv_fifo_elements,
                                                             iface->read_index & iface->fifo_mask);
    unsigned count              = 0;

    if (((iface->read_index >> iface->fifo_shift) & 1) == (elem->flags & UCT_MM_FIFO_ELEM_FLAG_OWNER)) {
        ucs_memory_cpu_load_fence();
        iface->am_handler[elem->am_id](iface->am_arg[elem->am_id], elem + 1, elem->length);
        ++iface->read_index;
        count = 1;
    }
    if ((iface->read_index & iface->fifo_release_factor_mask) == 0) {
        iface->recv_fifo_ctl->tail = iface->read_index;
    }
    return count;
}
