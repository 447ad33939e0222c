// Read-mostly members beside a hot counter, in one struct on the heap that a global points to.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdlib.h>

enum { ROUNDS = 20000 };

struct service {
  const char *name;
  int timeout;
  int retries;
  unsigned long served;
  const struct service *fallback;
  unsigned last_error;
};

static struct service *service;

static int allowed(unsigned attempt) {
  return (int)attempt % 8 < service->retries;
}

static void *ask(void *errors) {
  for (unsigned round = 0; round < ROUNDS; ++round) {
    const unsigned answer = work(round);
    if (!allowed(answer) && service->fallback && (int)(answer & 63) > service->timeout)
      ++*(unsigned *)errors;
  }
  return NULL;
}

static void *serve(void *unused) {
  for (unsigned round = 0; round < ROUNDS; ++round) {
    service->served++;
    if (work(round) % 32 == 0)
      service->last_error = round;
  }
  return unused;
}

int main(void) {
  service = calloc(1, sizeof *service);
  service->name = "lookup";
  service->timeout = 30;
  service->retries = 3;
  service->fallback = service;
  TELL_MEMBER("heap", "", -1, "struct service", *service, name);
  TELL_MEMBER("heap", "", -1, "struct service", *service, timeout);
  TELL_MEMBER("heap", "", -1, "struct service", *service, retries);
  TELL_MEMBER("heap", "", -1, "struct service", *service, fallback);
  TELL_MEMBER("heap", "", -1, "struct service", *service, served);
  TELL_MEMBER("heap", "", -1, "struct service", *service, last_error);
  unsigned errors[64] = {0};
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, serve, NULL);
  pthread_create(&threads[1], NULL, ask, &errors[0]);
  pthread_create(&threads[2], NULL, ask, &errors[32]);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
