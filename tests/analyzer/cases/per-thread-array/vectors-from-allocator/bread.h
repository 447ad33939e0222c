#pragma once
#include <stdint.h>
#include <stdlib.h>

#ifdef FIXED
#define ALIGN 64
#else
#define ALIGN 0
#endif
void *grown(void *data, size_t length, size_t size, size_t align);
#define GROW(data, n, align) ((data) = grown((data), (n), sizeof *(data), (align)))

struct oven {
  unsigned number, kinds;
};
extern uint64_t **baked;
static inline void count_loaf(unsigned oven, unsigned kind) {
  baked[oven][kind]++;
}
