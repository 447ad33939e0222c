#ifndef __LINUX_CACHE_H
#define __LINUX_CACHE_H
#define L1_CACHE_BYTES 64
#define SMP_CACHE_BYTES L1_CACHE_BYTES
#define ____cacheline_aligned __attribute__((__aligned__(SMP_CACHE_BYTES)))
#define __read_mostly __attribute__((__section__(".data..read_mostly")))
#endif
