// project: Arkime (capture: packet.c globals)
// reference: https://github.com/arkime/arkime/pull/4146 (read)
// kind: adjacent-globals
// starts: visible
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the totals that every reader and packet thread adds to atomically are plain globals between field numbers and tables that
//        are set up once and read for each packet.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LOCAL static
#define ARKIME_THREAD_INCR(var) __sync_add_and_fetch(&var, 1)
#define ARKIME_THREAD_INCR_NUM(var, num) __sync_add_and_fetch(&var, num)
#define ARKIME_CACHE_ALIGN __attribute__((aligned(64)))
#define ARKIME_MPROTOCOL_MAX 64

typedef enum {
    ARKIME_PACKET_DO_PROCESS,
    ARKIME_PACKET_IP_DROPPED,
    ARKIME_PACKET_CORRUPT,
    ARKIME_PACKET_UNKNOWN,
    ARKIME_PACKET_MAX
} ArkimePacketRC;

typedef struct {
    const uint8_t *pkt;
    uint32_t pktlen;
    uint16_t etherOffset;
    uint16_t ipOffset;
    uint8_t mProtocol;
    uint8_t v6 : 1;
} ArkimePacket_t;

typedef struct {
    const char *name;
    int (*createSessionId)(uint8_t *sessionId, const ArkimePacket_t *packet);
    int ses;
    int sTimeout;
} ArkimeProtocol_t;

#ifdef FIXED
typedef struct {
    ARKIME_CACHE_ALIGN uint64_t totalPackets;
    ARKIME_CACHE_ALIGN uint64_t totalBytes;
    ARKIME_CACHE_ALIGN uint64_t totalSessions;
    ARKIME_CACHE_ALIGN uint64_t packetStats[ARKIME_PACKET_MAX];
} ArkimeCounters_t;
ArkimeCounters_t counters;
#define TOTAL(name) counters.name
LOCAL int mac1Field;
LOCAL int mac2Field;
LOCAL int vlanField;
int mProtocolCnt;
ArkimeProtocol_t mProtocols[ARKIME_MPROTOCOL_MAX];
LOCAL int geoCountryField;
#else
uint64_t totalPackets;  /* expect: fsfind-adjacent-globals */
uint64_t totalBytes;    /* expect: fsfind-adjacent-globals */
uint64_t totalSessions; /* expect: fsfind-adjacent-globals */
LOCAL uint64_t packetStats[ARKIME_PACKET_MAX];
#define TOTAL(name) name
LOCAL int mac1Field; /* expect: fsfind-adjacent-globals */
LOCAL int mac2Field;
LOCAL int vlanField;
int mProtocolCnt;
ArkimeProtocol_t mProtocols[ARKIME_MPROTOCOL_MAX];
LOCAL int geoCountryField;
#endif

struct {
    int readers;
    int debug;
    int snapLen;
    int quitting;
} config;

int reader_next(int reader, ArkimePacket_t *packet);
void field_macoui_add(int field, const uint8_t *mac);
void field_int_add(int field, int value);
int session_lookup(const uint8_t *sessionId, int ses);

int arkime_mprotocol_register(const char *name, int ses, int (*create)(uint8_t *, const ArkimePacket_t *), int timeout) {
    int num = ++mProtocolCnt;
    if (num >= ARKIME_MPROTOCOL_MAX) {
        fprintf(stderr, "ERROR: too many protocols, increase ARKIME_MPROTOCOL_MAX\n");
        exit(1);
    }
    mProtocols[num].name = name;
    mProtocols[num].ses = ses;
    mProtocols[num].createSessionId = create;
    mProtocols[num].sTimeout = timeout;
    return num;
}

LOCAL ArkimePacketRC arkime_packet_ether(ArkimePacket_t *packet) {
    if (packet->pktlen < 14)
        return ARKIME_PACKET_CORRUPT;
    if (packet->mProtocol == 0 || packet->mProtocol > mProtocolCnt)
        return ARKIME_PACKET_UNKNOWN;
    packet->ipOffset = 14;
    return ARKIME_PACKET_DO_PROCESS;
}

LOCAL void arkime_packet_process(ArkimePacket_t *packet) {
    uint8_t sessionId[40];
    ArkimeProtocol_t *proto = &mProtocols[packet->mProtocol];

    proto->createSessionId(sessionId, packet);
    if (session_lookup(sessionId, proto->ses))
        ARKIME_THREAD_INCR(TOTAL(totalSessions));
    field_macoui_add(mac1Field, packet->pkt + packet->etherOffset);
    field_macoui_add(mac2Field, packet->pkt + packet->etherOffset + 6);
    if (vlanField)
        field_int_add(vlanField, packet->pkt[15]);
    if (geoCountryField)
        field_int_add(geoCountryField, packet->pkt[26]);
}

LOCAL void *reader_thread(void *arg) {
    int reader = (int)(long)arg;
    ArkimePacket_t packet;

    while (!config.quitting && reader_next(reader, &packet)) {
        ArkimePacketRC rc = arkime_packet_ether(&packet);
        ARKIME_THREAD_INCR(TOTAL(totalPackets));
        ARKIME_THREAD_INCR_NUM(TOTAL(totalBytes), packet.pktlen);
        ARKIME_THREAD_INCR(TOTAL(packetStats)[rc]);
        if (rc == ARKIME_PACKET_DO_PROCESS)
            arkime_packet_process(&packet);
    }
    return NULL;
}

void arkime_packet_log(void) {
    printf("packets: %lu bytes: %lu sessions: %lu\n", (unsigned long)TOTAL(totalPackets), (unsigned long)TOTAL(totalBytes),
           (unsigned long)TOTAL(totalSessions));
}

void arkime_packet_init(int (*field_define)(const char *group, const char *name)) {
    mac1Field = field_define("general", "mac.src");
    mac2Field = field_define("general", "mac.dst");
    vlanField = field_define("general", "vlan");
    geoCountryField = field_define("general", "country");
}

int arkime_readers_start(pthread_t *threads) {
    for (long t = 0; t < config.readers; t++) {
        if (pthread_create(&threads[t], NULL, reader_thread, (void *)t) != 0)
            return -1;
    }
    return 0;
}
