/* A pool of each node, chosen by thread. */
#include <pthread.h>
#include <stdatomic.h>

#define MAX_NUMA_NODES 8

int numa_node_of_cpu(int cpu);
int sched_getcpu(void);

struct pool {
  _Alignas(64) atomic_long allocated;
};

static struct pool numa_pools[MAX_NUMA_NODES];

static void take(void) {
#ifdef FIXED
  int node = numa_node_of_cpu(sched_getcpu());
  atomic_fetch_add(&numa_pools[node].allocated, 1);
#else
  atomic_fetch_add(&numa_pools[pthread_self() % MAX_NUMA_NODES].allocated, 1); /* expect: fsfind-shard-by-thread-id */
#endif
}

static void *run(void *argument) {
  for (long i = 0; i < 1000; i++)
    take();
  return argument;
}

int main(void) {
  pthread_t threads[16];
  for (int i = 0; i < 16; i++)
    pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < 16; i++)
    pthread_join(threads[i], 0);
  return 0;
}
