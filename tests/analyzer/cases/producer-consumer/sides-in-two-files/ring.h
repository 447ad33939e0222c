/* suspect: threads, object */
/* A ring of sheets between the press and the folding machine of a printer. */
#include <stdint.h>
#ifdef FIXED
#define NEW_LINE __attribute__((aligned(64)))
#else
#define NEW_LINE
#endif
#define ONCE(word) (*(volatile uint32_t *)&(word))
struct sheet_ring {
  uint32_t head NEW_LINE; // expect: fsfind-adjacent-thread-fields
#ifdef FIXED
  uint64_t printed_pages;
#endif
  uint32_t tail NEW_LINE; // expect: fsfind-adjacent-thread-fields
#ifndef FIXED
  uint64_t printed_pages; // expect: fsfind-adjacent-thread-fields
#endif
  uint64_t folded_pages; // expect: fsfind-adjacent-thread-fields
  uint32_t size NEW_LINE;
  uint32_t *pages;
};
