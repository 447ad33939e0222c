// Counts of a sender and of a receiver, in turns: each side's belong together.
#define _POSIX_C_SOURCE 200112L
#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 40000 };

struct link {
  int speed; // never changed
  int kind;

  /* What went out, and what came in. */

  volatile long sent; // packets
  // Packets that came in
  // from the other side.
  volatile long received;
  volatile long sent_bytes;
  volatile long received_bytes; // with headers
  volatile long sent_errors;
};

static struct link link = {.speed = 7, .kind = 2};
static pthread_barrier_t both;

static void *send_all(void *argument) {
  pthread_barrier_wait(&both);
  for (long i = 0; i < ROUNDS; i++) {
    link.sent = link.sent + 1;
    link.sent_bytes = link.sent_bytes + i;
    link.sent_errors = link.sent_errors + (i & 1);
  }
  return argument;
}

static void *receive_all(void *argument) {
  pthread_barrier_wait(&both);
  for (long i = 0; i < ROUNDS; i++) {
    link.received = link.received + 1;
    link.received_bytes = link.received_bytes + 2 * i;
  }
  return argument;
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("link %zu\n", sizeof(struct link)) < 0;
#endif
  pthread_t sender, receiver;
  pthread_barrier_init(&both, NULL, 2);
  pthread_create(&sender, NULL, send_all, NULL);
  pthread_create(&receiver, NULL, receive_all, NULL);
  pthread_join(sender, NULL);
  pthread_join(receiver, NULL);
  printf("%ld %ld %ld %ld %ld %d\n", link.sent, link.received, link.sent_bytes, link.received_bytes,
         link.sent_errors, link.speed * link.kind);
  return 0;
}
