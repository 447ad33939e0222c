// A thread-local variable of main, reached by other threads through a pointer.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 20000 };

struct mailbox {
  _Atomic long received;
  _Atomic long read;
  int capacity;
};

static _Thread_local struct mailbox mailbox = {0, 0, 16};
static _Thread_local _Atomic unsigned long wakeups;

struct peers {
  struct mailbox *mailbox;
  _Atomic unsigned long *wakeups;
};

static void *post(void *argument) {
  const struct peers *peers = argument;
  for (unsigned round = 0; round < ROUNDS; ++round) {
    if (work(round) % 4)
      atomic_fetch_add(&peers->mailbox->received, 1);
    else
      atomic_fetch_add(peers->wakeups, 1);
  }
  return NULL;
}

static void take_mail(void) {
  for (unsigned round = 0; round < ROUNDS; ++round) {
    work(round);
    if (atomic_load(&mailbox.received) > atomic_load(&mailbox.read))
      atomic_fetch_add(&mailbox.read, 1);
  }
}

int main(void) {
  TELL_MEMBER("tls", "mailbox", -1, "struct mailbox", mailbox, received);
  TELL_MEMBER("tls", "mailbox", -1, "struct mailbox", mailbox, read);
  TELL_MEMBER("tls", "mailbox", -1, "struct mailbox", mailbox, capacity);
  TELL_OBJECT("tls", "wakeups", -1, "unsigned long", wakeups);
  struct peers peers = {&mailbox, &wakeups};
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], NULL, post, &peers);
  take_mail();
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
