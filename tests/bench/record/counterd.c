// A server under load: clients and workers of one process talk over sockets, and the workers keep
// statistics beside each other.
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { kPairs = 4, kRequests = 3000, kStatistics = 5 };

static struct statistic {
  _Alignas(64) volatile unsigned long of[kPairs];
} statistics[kStatistics];
static int sockets[kPairs][2];

static void *serve(void *number) {
  const unsigned long self = (unsigned long)number;
  unsigned request;
  while (read(sockets[self][0], &request, sizeof(request)) == sizeof(request)) {
    for (unsigned step = 0; step < 40; ++step)
      for (unsigned i = 0; i < kStatistics && step % (1U << i) == 0; ++i)
        statistics[i].of[self] += request;
    if (write(sockets[self][0], &request, sizeof(request)) < 0)
      abort();
  }
  return 0;
}

static void *ask(void *number) {
  const unsigned long self = (unsigned long)number;
  for (unsigned request = 0; request < kRequests; ++request) {
    unsigned answer;
    if (write(sockets[self][1], &request, sizeof(request)) < 0 ||
        read(sockets[self][1], &answer, sizeof(answer)) < 0)
      abort();
  }
  shutdown(sockets[self][1], SHUT_RDWR);
  return 0;
}

int main(void) {
  pthread_t threads[2 * kPairs];
  for (unsigned long i = 0; i < kPairs; ++i) {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets[i]) != 0)
      return 1;
    pthread_create(&threads[2 * i], 0, serve, (void *)i);
    pthread_create(&threads[2 * i + 1], 0, ask, (void *)i);
  }
  for (int i = 0; i < 2 * kPairs; ++i)
    pthread_join(threads[i], 0);
}
