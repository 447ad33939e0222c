/* P15: processes count in a shared mapping, each in its element. */
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROCESSES 8

struct process_state {
#ifdef FIXED
  _Alignas(64) volatile long requests;
#else
  volatile long requests; /* expect: fsfind-per-thread-slots */
#endif
};

static struct process_state *states;

static void serve(int process_id) {
  for (long i = 0; i < 100000000; i++)
    states[process_id].requests++;
}

int main(void) {
  states = mmap(0, PROCESSES * sizeof *states, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                -1, 0);
  for (int process_id = 0; process_id < PROCESSES; process_id++)
    if (fork() == 0) {
      serve(process_id);
      _exit(0);
    }
  while (wait(0) > 0)
    ;
  return 0;
}
