// A heap array of 32-byte ferry bookings, indexed by socket, is shared by event threads: sockets
// go to threads in turn, so the two bookings of a line have different owners, who write them at
// every event. The owner is a pointer in the booking, set by index modulo thread count.
// args: -std=gnu11
// known-miss: no index chooses the element; its owner is only known by a pointer stored in it
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>

#define SOCKETS 1024
#ifdef FIXED
#define OWNER(socket) ((socket) / 2 % 4)
#else
#define OWNER(socket) ((socket) % 4)
#endif

struct clerk {
  int poll, oldest;
  pthread_t thread;
} __attribute__((aligned(64)));
struct booking {
  struct clerk *owner;
  int flags; /* expect: fsfind-per-thread-slots */
  int timeout, next, seats[2], socket;
};
_Static_assert(64 % sizeof(struct booking) == 0, "two to a line");
static struct clerk clerks[4];
static struct booking *bookings; /* expect: fsfind-per-thread-slots */

static void touch(struct clerk *clerk, struct booking *booking) {
  booking->flags |= 1;
  booking->timeout = 30;
  booking->next = clerk->oldest;
  clerk->oldest = booking->socket;
}

static void *serve(void *argument) {
  struct clerk *clerk = argument;
  struct epoll_event event;
  while (epoll_wait(clerk->poll, &event, 1, 1000) >= 0) {
    for (int at = clerk->oldest; at >= 0; at = bookings[at].next)
      bookings[at].timeout--;
    touch(clerk, event.data.ptr);
  }
  return 0;
}

void open_quay(void) {
  bookings = aligned_alloc(64, SOCKETS * sizeof *bookings);
  for (int i = 0; i < 4; i++)
    clerks[i] = (struct clerk){.poll = epoll_create1(0), .oldest = -1};
  for (int i = 0; i < SOCKETS; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &bookings[i]};
    bookings[i] = (struct booking){.owner = &clerks[OWNER(i)], .socket = i};
    epoll_ctl(bookings[i].owner->poll, EPOLL_CTL_ADD, i, &event);
  }
  for (int i = 0; i < 4; i++)
    pthread_create(&clerks[i].thread, 0, serve, &clerks[i]);
}
