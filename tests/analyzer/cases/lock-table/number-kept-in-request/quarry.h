/* A quarry with several crews, so that orders need not wait for one another. */
#include <pthread.h>
#include <stdint.h>

#ifdef FIXED
#define OWN_LINE _Alignas(64)
#else
#define OWN_LINE
#endif

struct pit {
  void *root, *last;
};

struct crew {
  OWN_LINE struct {
    volatile uint64_t tons;
  } load;          // expect: fsfind-per-thread-slots
  uint64_t blocks; // expect: fsfind-per-thread-slots
};

struct desk {
  OWN_LINE pthread_mutex_t mutex;
  struct pit pit;
};

struct crews {
  int open;
  struct crew crew[]; // expect: fsfind-per-thread-slots
};

struct quarry {
  int crew_count;
  struct crews *crews;
#ifdef FIXED
  struct desk *desks;
#define MUTEX_OF(q, i) (&(q)->desks[i].mutex)
#define PIT_OF(q, i) (&(q)->desks[i].pit)
#else
  pthread_mutex_t *mutexes; // expect: fsfind-per-thread-slots
  struct pit *pits;
#define MUTEX_OF(q, i) (&(q)->mutexes[i])
#define PIT_OF(q, i) (&(q)->pits[i])
#endif
};

struct order {
  int crew;
  uint64_t tons;
};

void pit_dig(struct pit *pit, struct order *order);
void choose_crew(struct quarry *quarry, struct order *order);
