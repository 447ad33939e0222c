/* Only the first thread writes either counter, in two functions and by two different tests of one number: nobody
   contends. */
#include <pthread.h>

struct report {
  long lines;
  long pages;
};

static struct report report;

static void add_line(int writer) {
  if (writer == 0)
    report.lines++;
}

static void add_page(int place) {
  if (place == 1)
    report.pages++;
}

static void *write_report(void *arg) {
  int writer = *(int *)arg;
  for (long k = 0; k < 1000000; k++) {
    add_line(writer);
    add_page(writer + 1);
  }
  return 0;
}

int main(void) {
  pthread_t writers[4];
  int numbers[4];
  for (int i = 0; i < 4; i++) {
    numbers[i] = i;
    pthread_create(&writers[i], 0, write_report, &numbers[i]);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(writers[i], 0);
  return (int)report.lines;
}
