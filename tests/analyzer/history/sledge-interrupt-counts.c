// project: SLEdge serverless framework (runtime/src/software_interrupt.c)
// reference: https://github.com/gwsystems/sledge-serverless-framework/issues/323 (read)
// kind: per-thread-array
// starts: visible
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: each kind of signal has its own array of counters with one small element for each worker; the handlers of all workers
//        write to the same lines. The mending is the one that the issue asks for.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNTIME_WORKER_THREAD_CORE_COUNT 16

pthread_t                     runtime_worker_threads[RUNTIME_WORKER_THREAD_CORE_COUNT];
int                           runtime_worker_threads_argument[RUNTIME_WORKER_THREAD_CORE_COUNT];
uint32_t                      runtime_worker_threads_count;
bool                          runtime_preemption_enabled = true;
_Thread_local int             worker_thread_idx;
_Thread_local volatile sig_atomic_t handler_depth;

struct sandbox {
	uint64_t id;
	int      state;
	void    *ctxt;
	uint64_t remaining_quantum;
};

_Thread_local struct sandbox *current_sandbox;

struct sandbox *scheduler_get_next(void);
void            scheduler_preempt(struct sandbox *sandbox);
void            sandbox_run(struct sandbox *sandbox);
void            sandbox_trap(struct sandbox *sandbox, int signal);

#ifdef FIXED
struct software_interrupt_counts {
	_Atomic volatile sig_atomic_t deferred_sigalrm;
	_Atomic volatile sig_atomic_t sigalrm_kernel;
	_Atomic volatile sig_atomic_t sigalrm_thread;
	_Atomic volatile sig_atomic_t sigfpe;
	_Atomic volatile sig_atomic_t sigsegv;
	_Atomic volatile sig_atomic_t sigusr;
} __attribute__((aligned(128)));

static struct software_interrupt_counts software_interrupt_counts[RUNTIME_WORKER_THREAD_CORE_COUNT];
#define COUNT(name) software_interrupt_counts[worker_thread_idx].name
#define COUNT_OF(name, i) software_interrupt_counts[i].name
#else
_Atomic volatile sig_atomic_t *software_interrupt_counts_deferred_sigalrm; /* expect: fsfind-per-thread-slots */
_Atomic volatile sig_atomic_t *software_interrupt_counts_sigalrm_kernel; /* expect: fsfind-per-thread-slots */
_Atomic volatile sig_atomic_t *software_interrupt_counts_sigalrm_thread; /* expect: fsfind-per-thread-slots */
_Atomic volatile sig_atomic_t *software_interrupt_counts_sigfpe;
_Atomic volatile sig_atomic_t *software_interrupt_counts_sigsegv;
_Atomic volatile sig_atomic_t *software_interrupt_counts_sigusr; /* expect: fsfind-per-thread-slots */
#define COUNT(name) software_interrupt_counts_##name[worker_thread_idx]
#define COUNT_OF(name, i) software_interrupt_counts_##name[i]
#endif

void
software_interrupt_counts_alloc(void)
{
#ifndef FIXED
	software_interrupt_counts_deferred_sigalrm = calloc(runtime_worker_threads_count, sizeof(_Atomic volatile sig_atomic_t));
	software_interrupt_counts_sigalrm_kernel = calloc(runtime_worker_threads_count, sizeof(_Atomic volatile sig_atomic_t));
	software_interrupt_counts_sigalrm_thread = calloc(runtime_worker_threads_count, sizeof(_Atomic volatile sig_atomic_t));
	software_interrupt_counts_sigfpe         = calloc(runtime_worker_threads_count, sizeof(_Atomic volatile sig_atomic_t));
	software_interrupt_counts_sigsegv        = calloc(runtime_worker_threads_count, sizeof(_Atomic volatile sig_atomic_t));
	software_interrupt_counts_sigusr         = calloc(runtime_worker_threads_count, sizeof(_Atomic volatile sig_atomic_t));
#endif
}

static void
propagate_sigalrm(siginfo_t *info)
{
	if (info->si_code != SI_KERNEL) {
		COUNT(sigalrm_thread)++;
		return;
	}
	COUNT(sigalrm_kernel)++;
	for (uint32_t i = 0; i < runtime_worker_threads_count; i++) {
		if (pthread_equal(pthread_self(), runtime_worker_threads[i])) continue;
		pthread_kill(runtime_worker_threads[i], SIGALRM);
	}
}

static void
software_interrupt_handle_signals(int signal_type, siginfo_t *info, void *context)
{
	assert(handler_depth == 0);
	handler_depth++;
	switch (signal_type) {
	case SIGALRM:
		propagate_sigalrm(info);
		if (current_sandbox == NULL) {
			COUNT(deferred_sigalrm)++;
		} else {
			scheduler_preempt(current_sandbox);
		}
		break;
	case SIGUSR1:
		COUNT(sigusr)++;
		if (COUNT(deferred_sigalrm) > 0 && current_sandbox) {
			COUNT(deferred_sigalrm) = 0;
			scheduler_preempt(current_sandbox);
		}
		break;
	case SIGFPE:
		COUNT(sigfpe)++;
		sandbox_trap(current_sandbox, SIGFPE);
		break;
	case SIGSEGV:
		COUNT(sigsegv)++;
		sandbox_trap(current_sandbox, SIGSEGV);
		break;
	}
	handler_depth--;
}

void
software_interrupt_initialize(void)
{
	const int        supported[] = { SIGALRM, SIGUSR1, SIGFPE, SIGSEGV };
	struct sigaction sa;

	memset(&sa, 0, sizeof(sa));
	sa.sa_sigaction = software_interrupt_handle_signals;
	sa.sa_flags     = SA_SIGINFO | SA_RESTART;
	for (size_t i = 0; i < sizeof(supported) / sizeof(supported[0]); i++) {
		if (sigaction(supported[i], &sa, NULL)) exit(1);
	}
	software_interrupt_counts_alloc();
}

void *
worker_thread_main(void *argument)
{
	worker_thread_idx = *(int *)argument;
	for (;;) {
		struct sandbox *sandbox = scheduler_get_next();
		if (!sandbox) continue;
		current_sandbox = sandbox;
		COUNT(deferred_sigalrm) = 0;
		sandbox_run(sandbox);
		current_sandbox = NULL;
	}
	return NULL;
}

void
software_interrupt_counts_log(void)
{
	for (uint32_t i = 0; i < runtime_worker_threads_count; i++) {
		printf("Worker %u: kernel %d thread %d sigusr %d\n", i, (int)COUNT_OF(sigalrm_kernel, i),
		       (int)COUNT_OF(sigalrm_thread, i), (int)COUNT_OF(sigusr, i));
	}
}

void
runtime_start_runtime_worker_threads(uint32_t count)
{
	runtime_worker_threads_count = count;
	software_interrupt_initialize();
	for (uint32_t i = 0; i < count; i++) {
		runtime_worker_threads_argument[i] = i;
		if (pthread_create(&runtime_worker_threads[i], NULL, worker_thread_main, &runtime_worker_threads_argument[i]))
			exit(1);
	}
}
