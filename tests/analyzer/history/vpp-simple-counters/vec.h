#ifndef included_vec_h
#define included_vec_h
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef uintptr_t uword;

#define always_inline static inline __attribute__ ((always_inline))
#define PREDICT_FALSE(x) __builtin_expect ((x), 0)
#define CLIB_CACHE_LINE_BYTES 64

typedef struct
{
  u32 len;
  u32 alignment;
  u8 vector_data[0];
} vec_header_t;

#define _vec_find(v) ((vec_header_t *) ((char *) (v) - sizeof (vec_header_t)))
#define vec_len(v) ((v) ? (int) _vec_find (v)->len : 0)

void *vec_resize_allocate_memory (void *v, uword new_len, uword elt_bytes, uword align);

#define vec_validate_aligned(V, I, A)                                                                                                 \
  do                                                                                                                                  \
    {                                                                                                                                 \
      if ((int) (I) >= vec_len (V))                                                                                                   \
	(V) = vec_resize_allocate_memory ((V), (uword) (I) + 1, sizeof ((V)[0]), (A));                                                  \
    }                                                                                                                                 \
  while (0)

#define vec_validate(V, I) vec_validate_aligned (V, I, 0)

#define vec_foreach(var, vec) for (var = (vec); var < (vec) + vec_len (vec); var++)

#endif
