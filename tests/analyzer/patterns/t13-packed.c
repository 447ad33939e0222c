/* T13: a record of a file's format shares lines like any other, though it cannot be padded. */
#include <pthread.h>

struct __attribute__((packed)) header {
  volatile long written; /* expect: fsfind-adjacent-thread-fields */
#ifdef FIXED
  char reserved[120];
#endif
  volatile long read; /* expect: fsfind-adjacent-thread-fields */
};

static struct header header;

static void *writer(void *argument) {
  for (long i = 0; i < 100000000; i++)
    header.written++;
  return argument;
}

static void *reader(void *argument) {
  for (long i = 0; i < 100000000; i++)
    header.read++;
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&other, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
