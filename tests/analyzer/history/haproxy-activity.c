// project: HAProxy (activity.c)
// reference: reduced from memory; the released struct is padded to a multiple of 64
// kind: ineffective-padding
// starts: hidden
// wrong: the array of counters by thread starts on a line, but its elements are not a multiple of the line.
#include <stdint.h>
#include <stdio.h>

#define MAX_THREADS 64
#define ALIGNED_64 __attribute__((aligned(64)))

struct activity {
    unsigned int loops;    /* expect: fsfind-per-thread-slots|fsfind-ineffective-padding */
    unsigned int wake_tasks;
    unsigned int poll_io;  /* expect: fsfind-per-thread-slots|fsfind-ineffective-padding */
    unsigned int poll_exp;
    unsigned int poll_drop_fd;
    unsigned int poll_dead_fd;
    unsigned int ctxsw;
    unsigned int tasksw;
    unsigned int accepted;
    unsigned int stream_calls;
#ifdef FIXED
    char __end[0] ALIGNED_64;
#endif
};

struct activity activity[MAX_THREADS] ALIGNED_64; /* expect: fsfind-per-thread-slots|fsfind-ineffective-padding */

extern __thread unsigned int tid;
extern volatile int stopping;

struct fd_event {
    int fd;
    unsigned char state;
    void (*iocb)(int fd);
};

int wait_events(struct fd_event *events, int max, int timeout);
int run_runnable_tasks(void);

static void process_events(struct fd_event *events, int count) {
    for (int i = 0; i < count; i++) {
        if (!events[i].iocb) {
            activity[tid].poll_dead_fd++;
            continue;
        }
        activity[tid].poll_io++;
        events[i].iocb(events[i].fd);
    }
}

void run_poll_loop(void) {
    struct fd_event events[200];
    while (!stopping) {
        int runnable = run_runnable_tasks();
        if (runnable)
            activity[tid].wake_tasks++;
        else
            activity[tid].poll_exp++;
        int count = wait_events(events, 200, runnable ? 0 : 1000);
        process_events(events, count);
        activity[tid].loops++;
    }
}

void task_switched(void) {
    activity[tid].ctxsw++;
    activity[tid].tasksw++;
}

unsigned long show_activity(int threads) {
    unsigned long loops = 0;
    for (int t = 0; t < threads; t++) loops += activity[t].loops;
    printf("loops: %lu\n", loops);
    return loops;
}
