// What a link has sent and received; each is counted by a thread of its own.
#ifndef NET_LINK_H
#define NET_LINK_H

#include <net/limits.h>

#include <pthread.h>

struct link {
  char name[NAME_LENGTH];
  volatile unsigned long sent;
  volatile unsigned long received;
};

extern struct link the_link;
extern pthread_barrier_t both; // threads begin together

void *send_all(void *unused);
void *receive_all(void *unused);

#endif
