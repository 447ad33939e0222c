// project: Charm++ / Converse (src/conv-core/pcqueue.h)
// reference: reduced from memory; the released PCQueueStruct has pads of CMI_CACHE_LINE_SIZE between its ends
// kind: producer-consumer
// starts: visible
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the consumer's node and offset, the producers' node and lock and the common length are next to each other in the queue of a
//        worker thread, which it polls in its loop while all other threads push to it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PCQueueSize 0x100
#define CMI_CACHE_LINE_SIZE 64
#define CMK_PCQUEUE_LOCK 1

#define CmiMemoryReadFence() atomic_thread_fence(memory_order_acquire)
#define CmiMemoryWriteFence() atomic_thread_fence(memory_order_release)
#define CmiMemoryAtomicIncrement(x) __sync_fetch_and_add(&(x), 1)
#define CmiMemoryAtomicDecrement(x) __sync_fetch_and_sub(&(x), 1)

typedef pthread_mutex_t *CmiNodeLock;
typedef void (*CmiHandler)(void *msg);

static CmiNodeLock CmiCreateLock(void)
{
  CmiNodeLock lk = (CmiNodeLock)malloc(sizeof(pthread_mutex_t));
  pthread_mutex_init(lk, NULL);
  return lk;
}
#define CmiLock(lk) pthread_mutex_lock(lk)
#define CmiUnlock(lk) pthread_mutex_unlock(lk)

typedef struct CircQueueStruct {
  struct CircQueueStruct *next;
  int push;
  int pull;
  char *data[PCQueueSize];
} *CircQueue;

typedef struct PCQueueStruct {
  CircQueue head; /* expect: fsfind-adjacent-thread-fields */
  int pull;       /* expect: fsfind-adjacent-thread-fields */
#ifdef FIXED
  char pad1[CMI_CACHE_LINE_SIZE - sizeof(CircQueue) - sizeof(int)];
#endif
  CircQueue tail; /* expect: fsfind-adjacent-thread-fields */
  int push;
#if CMK_PCQUEUE_LOCK
  CmiNodeLock lock;
#endif
#ifdef FIXED
  char pad2[CMI_CACHE_LINE_SIZE - sizeof(CircQueue) - 2 * sizeof(CmiNodeLock)];
#endif
  int len; /* expect: fsfind-adjacent-thread-fields */
#ifdef FIXED
  char pad3[CMI_CACHE_LINE_SIZE - sizeof(int)];
#endif
} *PCQueue;

static char **Cmi_blank_queue;

static PCQueue PCQueueCreate(void)
{
  CircQueue circ;
  PCQueue Q;

  circ = (CircQueue)calloc(1, sizeof(struct CircQueueStruct));
#ifdef FIXED
  Q = (PCQueue)aligned_alloc(CMI_CACHE_LINE_SIZE, sizeof(struct PCQueueStruct));
#else
  Q = (PCQueue)malloc(sizeof(struct PCQueueStruct));
#endif
  if (!circ || !Q) abort();
  memset(Q, 0, sizeof(struct PCQueueStruct));
  Q->head = circ;
  Q->tail = circ;
  Q->len = 0;
#if CMK_PCQUEUE_LOCK
  Q->lock = CmiCreateLock();
#endif
  return Q;
}

static void PCQueueDestroy(PCQueue Q)
{
  CircQueue circ = Q->head;
  while (circ != Q->tail) {
    CircQueue next = circ->next;
    free(circ);
    circ = next;
  }
  free(circ);
  pthread_mutex_destroy(Q->lock);
  free(Q->lock);
  free(Q);
}

static int PCQueueEmpty(PCQueue Q) { return Q->len == 0; }
static int PCQueueLength(PCQueue Q) { return Q->len; }

static char *PCQueuePop(PCQueue Q)
{
  CircQueue circ = Q->head;
  int pull = Q->pull;
  char *data = circ->data[pull];

  CmiMemoryReadFence();
  if (data == NULL) return NULL;
  circ->data[pull] = NULL;
  if (pull == PCQueueSize - 1) {
    Q->head = circ->next;
    Q->pull = 0;
    free(circ);
  } else {
    Q->pull = pull + 1;
  }
  CmiMemoryAtomicDecrement(Q->len);
  return data;
}

static void PCQueuePush(PCQueue Q, char *data)
{
  CircQueue circ;
  int push;

#if CMK_PCQUEUE_LOCK
  CmiLock(Q->lock);
#endif
  circ = Q->tail;
  push = Q->push;
  if (push == PCQueueSize - 1) {
    circ->next = (CircQueue)calloc(1, sizeof(struct CircQueueStruct));
    Q->tail = circ->next;
    Q->push = 0;
  } else {
    Q->push = push + 1;
  }
  CmiMemoryWriteFence();
  circ->data[push] = data;
  CmiMemoryAtomicIncrement(Q->len);
#if CMK_PCQUEUE_LOCK
  CmiUnlock(Q->lock);
#endif
}

typedef struct CmiStateStruct {
  int pe, rank;
  PCQueue recv;
  PCQueue localqueue;
  unsigned long processed;
} *CmiState;

static int Cmi_mynodesize;
static CmiState *Cmi_state_vector;
static pthread_t *Cmi_threads;
static volatile int Cmi_exiting;
static CmiHandler Cmi_handler;

static void CmiPushPE(int pe, void *msg)
{
  CmiState cs = Cmi_state_vector[pe];
  PCQueuePush(cs->recv, (char *)msg);
}

void CmiSyncSendAndFree(int destPE, void *msg) { CmiPushPE(destPE % Cmi_mynodesize, msg); }

static void *CmiGetNonLocal(CmiState cs)
{
  if (PCQueueEmpty(cs->recv)) return NULL;
  return PCQueuePop(cs->recv);
}

static void *call_startfn(void *vindex)
{
  CmiState cs = Cmi_state_vector[(int)(size_t)vindex];
  while (!Cmi_exiting) {
    void *msg = CmiGetNonLocal(cs);
    if (msg) {
      Cmi_handler(msg);
      cs->processed++;
    }
  }
  return NULL;
}

void CmiStartThreads(int n, CmiHandler handler)
{
  Cmi_mynodesize = n;
  Cmi_handler = handler;
  Cmi_state_vector = (CmiState *)malloc(n * sizeof(CmiState));
  Cmi_threads = (pthread_t *)malloc(n * sizeof(pthread_t));
  for (int i = 0; i < n; i++) {
    CmiState cs = (CmiState)aligned_alloc(CMI_CACHE_LINE_SIZE, CMI_CACHE_LINE_SIZE);
    memset(cs, 0, CMI_CACHE_LINE_SIZE);
    cs->pe = cs->rank = i;
    cs->recv = PCQueueCreate();
    Cmi_state_vector[i] = cs;
  }
  for (int i = 1; i < n; i++) {
    if (pthread_create(&Cmi_threads[i], NULL, call_startfn, (void *)(size_t)i)) {
      perror("pthread_create");
      exit(1);
    }
  }
  call_startfn((void *)0);
}

void CmiExit(void)
{
  Cmi_exiting = 1;
  for (int i = 1; i < Cmi_mynodesize; i++) {
    pthread_join(Cmi_threads[i], NULL);
    printf("PE %d: %lu messages, %d left\n", i, Cmi_state_vector[i]->processed, PCQueueLength(Cmi_state_vector[i]->recv));
    PCQueueDestroy(Cmi_state_vector[i]->recv);
  }
}
