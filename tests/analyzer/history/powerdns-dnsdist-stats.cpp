// project: PowerDNS (dnsdist)
// reference: https://github.com/PowerDNS/pdns/issues/9451 (read)
// kind: adjacent-globals
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: statistics of queries and of responses are atomics side by side; different threads update different ones.
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#ifdef FIXED
constexpr std::size_t CPU_LEVEL1_DCACHE_LINESIZE = 64;
struct alignas(CPU_LEVEL1_DCACHE_LINESIZE) stat_t {
  std::atomic<uint64_t> value{0};
  uint64_t operator++() { return value.fetch_add(1, std::memory_order_relaxed) + 1; }
  void operator+=(uint64_t v) { value.fetch_add(v, std::memory_order_relaxed); }
};
#else
struct stat_t {
  std::atomic<uint64_t> value{0}; // expect: fsfind-adjacent-thread-fields|fsfind-adjacent-globals
  uint64_t operator++() { return value.fetch_add(1, std::memory_order_relaxed) + 1; }
  void operator+=(uint64_t v) { value.fetch_add(v, std::memory_order_relaxed); }
};
#endif

struct DNSDistStats {
  stat_t responses;   // expect: fsfind-adjacent-thread-fields|fsfind-adjacent-globals
  stat_t queries;     // expect: fsfind-adjacent-thread-fields|fsfind-adjacent-globals
  stat_t cacheHits;   // expect: fsfind-adjacent-thread-fields|fsfind-adjacent-globals
  stat_t latencySum;  // expect: fsfind-adjacent-thread-fields|fsfind-adjacent-globals
  stat_t noncompliantQueries;
};

DNSDistStats g_stats;

struct DNSHeader {
  uint16_t id;
  bool qr;
};

struct ClientState {
  int udpFD;
};

struct DownstreamState {
  int fd;
  bool connected;
};

bool receiveQuery(ClientState& cs, DNSHeader& dh);
bool lookupCache(const DNSHeader& dh);
void forward(const DNSHeader& dh);
bool receiveResponse(DownstreamState& ds, DNSHeader& dh, uint64_t& usec);
void reply(const DNSHeader& dh);

static void udpClientThread(ClientState* cs) {
  DNSHeader dh{};
  while (receiveQuery(*cs, dh)) {
    ++g_stats.queries;
    if (dh.qr) {
      ++g_stats.noncompliantQueries;
      continue;
    }
    if (lookupCache(dh)) {
      ++g_stats.cacheHits;
      reply(dh);
    } else {
      forward(dh);
    }
  }
}

static void responderThread(DownstreamState* ds) {
  DNSHeader dh{};
  uint64_t usec = 0;
  while (receiveResponse(*ds, dh, usec)) {
    reply(dh);
    ++g_stats.responses;
    g_stats.latencySum += usec;
  }
}

void startThreads(std::vector<ClientState>& clients, std::vector<DownstreamState>& servers) {
  for (auto& cs : clients) {
    std::thread t(udpClientThread, &cs);
    t.detach();
  }
  for (auto& ds : servers) {
    std::thread t(responderThread, &ds);
    t.detach();
  }
}
