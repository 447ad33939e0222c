#ifndef CHPL_MEM_H
#define CHPL_MEM_H
// project: Chapel (runtime: chpl-mem-array.h, chpl-mem.c, generated code)
// reference: https://github.com/chapel-lang/chapel/pull/2409 (read)
// kind: first-touch
// starts: visible
// args: -std=gnu11
// wrong: arrays are allocated through the wrapper of calloc, which in some memory layers clears the memory in the calling task, so
//        that the parallel initialisation by the module's code comes too late to place the pages.
#include <stddef.h>
#include <stdint.h>

typedef int16_t chpl_mem_descInt_t;
typedef int32_t c_sublocid_t;
#define CHPL_RT_MD_ARRAY_ELEMENTS 7

void* chpl_malloc(size_t size);
void* chpl_calloc(size_t n, size_t size);
void chpl_free(void* ptr);

void* chpl_mem_allocMany(size_t number, size_t size, chpl_mem_descInt_t description, int32_t lineno, int32_t filename);
void* chpl_mem_allocManyZero(size_t number, size_t size, chpl_mem_descInt_t description, int32_t lineno, int32_t filename);
void chpl_mem_free(void* ptr);

static inline void* chpl_mem_array_alloc(size_t nmemb, size_t eltSize, c_sublocid_t subloc, int32_t lineno,
                                         int32_t filename) {
  (void)subloc;
#ifdef FIXED
  return chpl_mem_allocMany(nmemb, eltSize, CHPL_RT_MD_ARRAY_ELEMENTS, lineno, filename);
#else
  return chpl_mem_allocManyZero(nmemb, eltSize, CHPL_RT_MD_ARRAY_ELEMENTS, lineno, filename); /* expect: fsfind-serial-first-touch */
#endif
}

typedef void (*chpl_fn_p)(void*);
void chpl_task_coforall(int numTasks, chpl_fn_p fn, void* bundles, size_t bundleSize);
int chpl_task_getMaxPar(void);
#endif
