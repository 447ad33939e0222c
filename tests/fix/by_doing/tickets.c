// Two threads that count for themselves, take tickets from one desk, and note once how they began:
// an edit of the first record pays, one of the second does not, and the third is cold.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct pair {
  volatile long left;
  volatile long right;
};

struct desk {
  _Atomic long ticket;
  _Atomic long calls;
};

struct start {
  volatile long left;
  volatile long right;
};

static struct pair pair;
static struct desk desk;
static struct start start;
static long rounds, beginnings;

static void *go_left(void *arg) {
  for (long i = 0; i < beginnings; i++)
    start.left++;
  for (long i = 0; i < rounds; i++)
    pair.left++;
  for (long i = 0; i < rounds; i++)
    desk.ticket++;
  return arg;
}

static void *go_right(void *arg) {
  for (long i = 0; i < beginnings; i++)
    start.right++;
  for (long i = 0; i < rounds; i++)
    pair.right++;
  for (long i = 0; i < rounds; i++) {
    desk.ticket++;
    if (i % 64 == 0)
      desk.calls++;
  }
  return arg;
}

int main(int argc, char **argv) {
  rounds = argc > 1 ? atol(argv[1]) : 0;
  beginnings = rounds / 100000;
  pthread_t a, b;
  pthread_create(&a, NULL, go_left, NULL);
  pthread_create(&b, NULL, go_right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%ld %ld\n", pair.left + pair.right, (long)desk.ticket);
  return 0;
}
