/* Makes a bounded queue for a type: the record and all its functions come from one macro. */
#include <stdatomic.h>
#include <stdint.h>

struct position {
  _Atomic(int64_t) value;
};
#ifdef FIXED
#define MAILBAG_GAP(n) char gap##n[64];
#else
#define MAILBAG_GAP(n)
#endif
static inline int64_t position_get(struct position *p) {
  return atomic_load_explicit(&p->value, memory_order_acquire);
}
static inline void position_set(struct position *p, int64_t to) {
  atomic_store_explicit(&p->value, to, memory_order_release);
}

#define MAILBAG(name, letter)                                                                      \
  struct name##_slot {                                                                             \
    struct position ready;                                                                         \
    letter content;                                                                                \
  } __attribute__((aligned(64)));                                                                  \
  struct name {                                                                                    \
    int64_t size;                                                                                  \
    MAILBAG_GAP(0)                                                                                 \
    struct position posted;                                                                        \
    MAILBAG_GAP(1)                                                                                 \
    struct position collected;                                                                     \
    struct name##_slot slots[];                                                                    \
  };                                                                                               \
  static inline struct name##_slot *name##_next(struct name *q) {                                  \
    for (;;) {                                                                                     \
      int64_t at = position_get(&q->posted);                                                       \
      if (at - position_get(&q->collected) >= q->size)                                             \
        return 0;                                                                                  \
      if (atomic_compare_exchange_weak(&q->posted.value, &at, at + 1))                             \
        return &q->slots[at % q->size];                                                            \
    }                                                                                              \
  }                                                                                                \
  static inline void name##_release(struct name *q) {                                              \
    position_set(&q->collected, position_get(&q->collected) + 1);                                  \
  }
