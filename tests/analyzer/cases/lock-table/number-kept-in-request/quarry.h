/* suspect: threads, line */
/* A quarry with several crews, so that orders need not wait for one another. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef FIXED
#define OWN_LINE _Alignas(64)
#define room_for(size) memset(aligned_alloc(64, size), 0, size)
#else
#define OWN_LINE
#define room_for(size) calloc(1, size)
#endif
struct pit {
  void *root, *last;
};
struct gate {
  OWN_LINE pthread_mutex_t mutex; // expect: fsfind-per-thread-slots
  struct pit pit;
};
struct crew {
  OWN_LINE struct {
    volatile uint64_t tons;
  } load;          // expect: fsfind-per-thread-slots
  uint64_t blocks; // expect: fsfind-per-thread-slots
};
struct crews {
  int open;
  struct crew crew[]; // expect: fsfind-per-thread-slots
};
struct quarry {
  int crew_count;
  struct crews *crews;
  struct gate *gates; // expect: fsfind-per-thread-slots
};
struct order {
  int crew;
  uint64_t tons;
};
#define GATE_OF(q, i) (&(q)->gates[i])
void pit_dig(struct pit *pit, struct order *order);
void choose_crew(struct quarry *quarry, struct order *order);
