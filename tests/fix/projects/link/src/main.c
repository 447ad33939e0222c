#include <net/link.h>

#include <stdio.h>

pthread_barrier_t both;
struct link the_link = {.name = "link"};

int main(void) {
  pthread_t sender, receiver;
  pthread_barrier_init(&both, NULL, 2);
  pthread_create(&sender, NULL, send_all, NULL);
  pthread_create(&receiver, NULL, receive_all, NULL);
  pthread_join(sender, NULL);
  pthread_join(receiver, NULL);
  printf("%lu %lu\n", the_link.sent, the_link.received);
  return 0;
}
