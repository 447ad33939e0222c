#include "arkime.h"

#define SESSION_BUCKETS 4096

LOCAL ArkimeSession_t **sessions[ARKIME_MAX_PACKET_THREADS];

#ifdef FIXED
typedef struct {
    ArkimeSession_t *closingQ;
    int needSave;
} ARKIME_CACHE_ALIGN ArkimeSessionThread_t;
LOCAL ArkimeSessionThread_t sessionThread[ARKIME_MAX_PACKET_THREADS];
#define NEEDSAVE(t) sessionThread[t].needSave
#define CLOSINGQ(t) sessionThread[t].closingQ
#else
LOCAL ArkimeSession_t *closingQ[ARKIME_MAX_PACKET_THREADS];
LOCAL int needSave[ARKIME_MAX_PACKET_THREADS]; /* expect: fsfind-per-thread-slots */
#define NEEDSAVE(t) needSave[t]
#define CLOSINGQ(t) closingQ[t]
#endif

ArkimeSession_t *arkime_session_find_or_create(int thread, uint32_t hash, int *isNew) {
    ArkimeSession_t **bucket = &sessions[thread][hash % SESSION_BUCKETS];
    ArkimeSession_t *session;

    for (session = *bucket; session; session = session->q_next) {
        if (session->h_hash == hash) {
            *isNew = 0;
            return session;
        }
    }
    *isNew = 1;
    session = calloc(1, sizeof(*session));
    session->h_hash = hash;
    session->thread = thread;
    session->q_next = *bucket;
    *bucket = session;
    return session;
}

void arkime_session_mark_for_save(ArkimeSession_t *session) {
    if (session->needSave)
        return;
    session->needSave = 1;
    NEEDSAVE(session->thread)++;
    CLOSINGQ(session->thread) = session;
}

void arkime_session_process_commands(int thread, time_t now) {
    ArkimeSession_t *session = CLOSINGQ(thread);

    if (session && session->lastPacket.tv_sec + (time_t)config.tcpTimeout < now) {
        NEEDSAVE(thread)--;
        session->needSave = 0;
        CLOSINGQ(thread) = NULL;
    }
}

int arkime_session_need_save_outstanding(void) {
    int count = 0;
    for (int t = 0; t < config.packetThreads; t++)
        count += NEEDSAVE(t);
    return count;
}

void arkime_session_init(void) {
    for (int t = 0; t < config.packetThreads; t++)
        sessions[t] = calloc(SESSION_BUCKETS, sizeof(ArkimeSession_t *));
}
