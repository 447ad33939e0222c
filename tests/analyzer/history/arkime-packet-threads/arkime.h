#ifndef ARKIME_H
#define ARKIME_H
// project: Arkime (capture: packet.c, session.c)
// reference: https://github.com/arkime/arkime/pull/3677 (read)
// kind: per-thread-array
// starts: visible
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: what each packet thread notes for every packet (its time, its drops, whether it is busy, how many sessions wait for
//        saving) stands in plain arrays with one small element for each thread.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define ARKIME_MAX_PACKET_THREADS 24
#define LOCAL static
#define ARKIME_CACHE_ALIGN __attribute__((aligned(64)))

#define ARKIME_LOCK_EXTERN(name) pthread_mutex_t name##_mutex
#define ARKIME_LOCK_INIT(name) pthread_mutex_init(&name##_mutex, NULL)
#define ARKIME_LOCK(name) pthread_mutex_lock(&name##_mutex)
#define ARKIME_UNLOCK(name) pthread_mutex_unlock(&name##_mutex)
#define ARKIME_COND_EXTERN(name) pthread_cond_t name##_cond
#define ARKIME_COND_INIT(name) pthread_cond_init(&name##_cond, NULL)
#define ARKIME_COND_SIGNAL(name) pthread_cond_signal(&name##_cond)
#define ARKIME_COND_TIMEDWAIT(name, ts) pthread_cond_timedwait(&name##_cond, &name##_mutex, &ts)

typedef void *gpointer;
typedef struct _GThread GThread;
GThread *g_thread_new(const char *name, gpointer (*func)(gpointer), gpointer data);

typedef struct arkime_packet {
    struct arkime_packet *packet_next, *packet_prev;
    struct timeval ts;
    uint8_t *pkt;
    uint32_t hash;
    uint16_t pktlen;
    uint8_t ipProtocol;
    uint8_t mProtocol;
} ArkimePacket_t;

typedef struct {
    ArkimePacket_t *packet_next, *packet_prev;
    uint32_t packet_count;
    ARKIME_LOCK_EXTERN(lock);
    ARKIME_COND_EXTERN(lock);
} ArkimePacketHead_t;

typedef struct arkime_session {
    struct arkime_session *q_next;
    uint32_t h_hash;
    struct timeval lastPacket;
    uint64_t bytes[2];
    uint16_t packets[2];
    uint8_t thread;
    uint8_t needSave : 1;
} ArkimeSession_t;

typedef struct {
    uint8_t packetThreads;
    uint32_t maxPacketsInQueue;
    uint32_t tcpTimeout;
    int quitting;
} ArkimeConfig_t;

extern ArkimeConfig_t config;

ArkimeSession_t *arkime_session_find_or_create(int thread, uint32_t hash, int *isNew);
void arkime_session_mark_for_save(ArkimeSession_t *session);
void arkime_session_process_commands(int thread, time_t now);
int arkime_session_need_save_outstanding(void);
void arkime_session_init(void);
#endif
