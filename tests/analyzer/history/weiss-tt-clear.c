// project: Weiss (src/transposition.c)
// reference: https://github.com/TerjeKir/weiss/pull/291 (read)
// kind: first-touch
// starts: visible
// wrong: the transposition table, gigabytes of fresh memory, is cleared by one memset in the thread that reads UCI commands; the
//        search threads then probe and store all over it.
#define _GNU_SOURCE
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MINHASH 2
#define MAXHASH 65536
#define DEFAULTHASH 32
#define BUCKETSIZE 2
#define MAXPLY 100

typedef uint64_t Key;
typedef uint32_t Move;

enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

typedef struct {
    int32_t key;
    Move move;
    int16_t score;
    uint8_t depth;
    uint8_t genBound;
} TTEntry;

typedef struct {
    TTEntry entries[BUCKETSIZE];
} TTBucket;

typedef struct {
    void *mem;
    TTBucket *table;
    size_t count;
    size_t currentMB;
    size_t requestedMB;
    uint8_t generation;
    bool dirty;
} TranspositionTable;

typedef struct {
    Key key;
    int16_t ply;
    Move best;
} Position;

typedef struct Thread {
    _Alignas(64) Position pos;
    uint64_t nodes;
    int index;
    int depth;
    int count;
    bool doPruning;
} Thread;

TranspositionTable TT = {.requestedMB = DEFAULTHASH};

static Thread *threads;
static pthread_t *pthreads;
static int threadCount = 1;
static volatile bool ABORT_SIGNAL;

int Evaluate(const Position *pos);
Move PickMove(Position *pos, int n);
bool MakeMove(Position *pos, Move move);
void TakeMove(Position *pos);

static TTBucket *GetTTBucket(Key key) {
    return &TT.table[((unsigned __int128)key * TT.count) >> 64];
}

TTEntry *ProbeTT(const Key key, bool *ttHit) {
    TTEntry *first = GetTTBucket(key)->entries;
    for (TTEntry *entry = first; entry < first + BUCKETSIZE; ++entry)
        if (entry->key == (int32_t)key || !entry->genBound) {
            *ttHit = entry->genBound != BOUND_NONE;
            return entry;
        }
    TTEntry *replace = first;
    for (TTEntry *entry = first + 1; entry < first + BUCKETSIZE; ++entry)
        if (entry->depth < replace->depth) replace = entry;
    *ttHit = false;
    return replace;
}

void StoreTTEntry(TTEntry *tte, Key key, Move move, int16_t score, uint8_t depth, int bound) {
    if (move || (int32_t)key != tte->key) tte->move = move;
    tte->key = (int32_t)key;
    tte->score = score;
    tte->depth = depth;
    tte->genBound = TT.generation | bound;
}

#ifdef FIXED
static void *ThreadClearTT(void *voidThread) {
    Thread *thread = voidThread;
    size_t perThread = (TT.count + thread->count - 1) / thread->count;
    size_t begin = perThread * thread->index;
    size_t end = begin + perThread < TT.count ? begin + perThread : TT.count;
    if (begin < end) memset(TT.table + begin, 0, (end - begin) * sizeof(TTBucket));
    return NULL;
}
#endif

void ClearTT(void) {
    if (!TT.dirty) return;
#ifdef FIXED
    for (int i = 0; i < threadCount; ++i) pthread_create(&pthreads[i], NULL, &ThreadClearTT, &threads[i]);
    for (int i = 0; i < threadCount; ++i) pthread_join(pthreads[i], NULL);
#else
    memset(TT.table, 0, TT.count * sizeof(TTBucket)); // expect: fsfind-serial-first-touch
#endif
    TT.dirty = false;
}

void InitTT(void) {
    if (TT.currentMB == TT.requestedMB) return;
    if (TT.mem) free(TT.mem);
    size_t size = TT.requestedMB * 1024 * 1024;
    TT.mem = aligned_alloc(2 * 1024 * 1024, size);
    if (!TT.mem) {
        printf("Allocating %" PRIu64 "MB for the transposition table failed.\n", (uint64_t)TT.requestedMB);
        exit(EXIT_FAILURE);
    }
    madvise(TT.mem, size, MADV_HUGEPAGE);
    TT.table = TT.mem;
    TT.currentMB = TT.requestedMB;
    TT.count = size / sizeof(TTBucket);
    TT.dirty = true;
    ClearTT();
    printf("info string HashTable init complete with %" PRIu64 " buckets\n", (uint64_t)TT.count);
}

static int AlphaBeta(Thread *thread, int alpha, int beta, int depth) {
    Position *pos = &thread->pos;
    thread->nodes++;
    if (depth <= 0 || pos->ply >= MAXPLY || ABORT_SIGNAL) return Evaluate(pos);
    bool ttHit;
    TTEntry *tte = ProbeTT(pos->key, &ttHit);
    if (ttHit && tte->depth >= depth && (tte->genBound & 3) == BOUND_EXACT) return tte->score;
    int best = -32000;
    Move bestMove = 0, move;
    for (int n = 0; (move = PickMove(pos, n)); ++n) {
        if (!MakeMove(pos, move)) continue;
        int score = -AlphaBeta(thread, -beta, -alpha, depth - 1);
        TakeMove(pos);
        if (score > best) best = score, bestMove = move;
        if (score > alpha) alpha = score;
        if (alpha >= beta) break;
    }
    StoreTTEntry(tte, pos->key, bestMove, (int16_t)best, (uint8_t)depth, best >= beta ? BOUND_LOWER : BOUND_EXACT);
    return best;
}

static void *IterativeDeepening(void *voidThread) {
    Thread *thread = voidThread;
    for (thread->depth = 1; thread->depth < MAXPLY && !ABORT_SIGNAL; ++thread->depth)
        AlphaBeta(thread, -32000, 32000, thread->depth);
    return NULL;
}

void InitThreads(int count) {
    free(threads);
    free(pthreads);
    threadCount = count;
    threads = aligned_alloc(64, ((count * sizeof(Thread)) + 63) / 64 * 64);
    pthreads = calloc(count, sizeof(pthread_t));
    for (int i = 0; i < count; ++i) threads[i] = (Thread){.index = i, .count = count};
}

void SearchPosition(const Position *root) {
    InitTT();
    TT.generation += 4;
    TT.dirty = true;
    Thread *local = threads;
    for (int i = 0; i < threadCount; ++i) local[i].pos = *root;
    for (int i = 0; i < threadCount; ++i) pthread_create(&pthreads[i], NULL, &IterativeDeepening, &local[i]);
    for (int i = 0; i < threadCount; ++i) pthread_join(pthreads[i], NULL);
}
