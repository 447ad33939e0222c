/* Every thread goes through the numbers of all of them, and through modes and states that are no thread's. */
#include <pthread.h>

struct member {
  int number;
  int mode;
  struct member *all;
};

struct votes {
  long yes;
  long no;
};

static struct votes votes;
static struct member club[4];

static void count(struct member *voter) {
  if (voter->number == 0)
    votes.yes++;
  else
    votes.no++;
}

static void *poll(void *arg) {
  struct member *me = arg;
  for (long k = 0; k < 1000000; k++) {
    for (int i = 0; i < 4; i++)
      count(&me->all[i]);
    if (me->mode == 0)
      votes.yes++;
    else
      votes.no++;
  }
  return 0;
}

int main(int argc, char **argv) {
  pthread_t threads[4];
  (void)argv;
  for (int i = 0; i < 4; i++) {
    club[i].number = i;
    club[i].mode = 0;
    if (argc > 1)
      club[i].mode = 1;
    club[i].all = club;
    pthread_create(&threads[i], 0, poll, &club[i]);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  return (int)votes.yes;
}
