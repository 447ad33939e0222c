#include "bread.h"
#include <string.h>

void *grown(void *data, size_t n, size_t size, size_t align) {
  const size_t head = align ? align : sizeof n;
  const size_t bytes = head + n * size;
  char *block = align ? aligned_alloc(align, (bytes + align - 1) / align * align) : malloc(bytes);
  memset(block, 0, bytes);
  if (data) {
    memcpy(block + head, data, ((size_t *)data)[-1] * size);
    free((char *)data - head);
  }
  ((size_t *)(block + head))[-1] = n;
  return block + head;
}
