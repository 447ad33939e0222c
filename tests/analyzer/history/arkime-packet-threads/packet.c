#include "arkime.h"

ArkimeConfig_t config;

#ifdef FIXED
typedef struct {
    ArkimePacketHead_t q;
} ARKIME_CACHE_ALIGN ArkimePacketQ_t;
LOCAL ArkimePacketQ_t packetQ[ARKIME_MAX_PACKET_THREADS];
#define PACKETQ(t) packetQ[t].q

typedef struct {
    time_t lastPacketSecs;
    int inProgress;
    uint32_t overloadDrops;
    uint64_t droppedFrags;
} ARKIME_CACHE_ALIGN ArkimePacketThread_t;
LOCAL ArkimePacketThread_t packetThread[ARKIME_MAX_PACKET_THREADS];
#define LASTPACKETSECS(t) packetThread[t].lastPacketSecs
#define INPROGRESS(t) packetThread[t].inProgress
#define OVERLOADDROPS(t) packetThread[t].overloadDrops
#else
LOCAL ArkimePacketHead_t packetQ[ARKIME_MAX_PACKET_THREADS];
LOCAL time_t lastPacketSecs[ARKIME_MAX_PACKET_THREADS];  /* expect: fsfind-per-thread-slots */
LOCAL int inProgress[ARKIME_MAX_PACKET_THREADS];         /* expect: fsfind-per-thread-slots */
LOCAL uint32_t overloadDrops[ARKIME_MAX_PACKET_THREADS]; /* expect: fsfind-per-thread-slots */
#define PACKETQ(t) packetQ[t]
#define LASTPACKETSECS(t) lastPacketSecs[t]
#define INPROGRESS(t) inProgress[t]
#define OVERLOADDROPS(t) overloadDrops[t]
#endif

LOCAL void arkime_packet_free(ArkimePacket_t *packet) {
    free(packet->pkt);
    free(packet);
}

LOCAL void arkime_packet_process(ArkimePacket_t *packet, int thread) {
    int isNew;
    ArkimeSession_t *session = arkime_session_find_or_create(thread, packet->hash, &isNew);
    int dir = packet->hash & 1;

    session->bytes[dir] += packet->pktlen;
    session->packets[dir]++;
    session->lastPacket = packet->ts;
    if (session->packets[0] + session->packets[1] >= 10000)
        arkime_session_mark_for_save(session);
    arkime_packet_free(packet);
}

LOCAL gpointer arkime_packet_thread(gpointer threadp) {
    int thread = (int)(long)threadp;

    while (!config.quitting) {
        ArkimePacket_t *packet;
        struct timespec ts;

        ARKIME_LOCK(PACKETQ(thread).lock);
        INPROGRESS(thread) = 0;
        if (PACKETQ(thread).packet_count == 0) {
            clock_gettime(CLOCK_REALTIME, &ts);
            ts.tv_sec++;
            ARKIME_COND_TIMEDWAIT(PACKETQ(thread).lock, ts);
        }
        INPROGRESS(thread) = 1;
        packet = PACKETQ(thread).packet_next;
        if (packet) {
            PACKETQ(thread).packet_next = packet->packet_next;
            PACKETQ(thread).packet_count--;
        }
        ARKIME_UNLOCK(PACKETQ(thread).lock);

        if (packet) {
            LASTPACKETSECS(thread) = packet->ts.tv_sec;
            arkime_packet_process(packet, thread);
        }
        arkime_session_process_commands(thread, LASTPACKETSECS(thread));
    }
    return NULL;
}

void arkime_packet_enqueue(ArkimePacket_t *packet) {
    uint32_t thread = packet->hash % config.packetThreads;

    ARKIME_LOCK(PACKETQ(thread).lock);
    if (PACKETQ(thread).packet_count >= config.maxPacketsInQueue) {
        OVERLOADDROPS(thread)++;
        ARKIME_UNLOCK(PACKETQ(thread).lock);
        arkime_packet_free(packet);
        return;
    }
    packet->packet_next = PACKETQ(thread).packet_next;
    PACKETQ(thread).packet_next = packet;
    PACKETQ(thread).packet_count++;
    ARKIME_COND_SIGNAL(PACKETQ(thread).lock);
    ARKIME_UNLOCK(PACKETQ(thread).lock);
}

int arkime_packet_outstanding(void) {
    int count = 0;
    for (int t = 0; t < config.packetThreads; t++)
        count += PACKETQ(t).packet_count + INPROGRESS(t);
    return count;
}

uint64_t arkime_packet_dropped_overload(void) {
    uint64_t count = 0;
    for (int t = 0; t < config.packetThreads; t++)
        count += OVERLOADDROPS(t);
    return count;
}

void arkime_packet_init(void) {
    arkime_session_init();
    for (int t = 0; t < config.packetThreads; t++) {
        ARKIME_LOCK_INIT(PACKETQ(t).lock);
        ARKIME_COND_INIT(PACKETQ(t).lock);
        g_thread_new("arkime-pkt", &arkime_packet_thread, (gpointer)(long)t);
    }
}
