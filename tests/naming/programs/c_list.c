// Nodes of an intrusive list, linked through a member in their middle; each thread walks the list
// and updates those of its own.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 3000, JOBS = 8 };

struct link {
  struct link *next, *previous;
};

struct job {
  int owner;
  unsigned runs;
  struct link link;
  unsigned long cost;
};

#define list_entry(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))
#define list_for_each_entry(entry, head, member)                                                   \
  for (entry = list_entry((head)->next, struct job, member); &entry->member != (head);             \
       entry = list_entry(entry->member.next, struct job, member))

static struct link jobs = {&jobs, &jobs};

static void list_add(struct link *link, struct link *head) {
  link->next = head->next;
  link->previous = head;
  head->next->previous = link;
  head->next = link;
}

static void *run_jobs(void *argument) {
  const int self = (int)(intptr_t)argument;
  struct job *job;
  for (int round = 0; round < ROUNDS; ++round)
    list_for_each_entry(job, &jobs, link) {
      if (job->owner != self)
        continue;
      job->cost += work(job->runs) & 0xFF;
      job->runs++;
    }
  return NULL;
}

int main(void) {
  for (int i = 0; i < JOBS; ++i) {
    struct job *job = calloc(1, sizeof *job);
    job->owner = i % THREADS;
    list_add(&job->link, &jobs);
    TELL_MEMBER("heap", "", -1, "struct job", *job, owner);
    TELL_MEMBER("heap", "", -1, "struct job", *job, runs);
    TELL_MEMBER("heap", "", -1, "struct job", *job, link.next);
    TELL_MEMBER("heap", "", -1, "struct job", *job, link.previous);
    TELL_MEMBER("heap", "", -1, "struct job", *job, cost);
  }
  TELL_MEMBER("global", "jobs", -1, "struct link", jobs, next);
  TELL_MEMBER("global", "jobs", -1, "struct link", jobs, previous);
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, run_jobs, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
