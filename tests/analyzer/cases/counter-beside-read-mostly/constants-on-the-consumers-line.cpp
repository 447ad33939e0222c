// A ring of subtitle cues has each side's index and cached copy on a line of its own, but the
// buffer pointer and the mask, which both sides read for each cue, lie on the line of the copy that
// the consumer writes. The roles follow only from two free functions.
// as in: simpler (ptoas runtime), https://github.com/hw-native-sys/simpler/pull/960
#include <atomic>
#include <cstdint>

struct Cue { std::int64_t from, to; };
struct CueRing {
  alignas(64) std::atomic<std::uint32_t> tail{0};
  std::uint32_t headSeen = 0;
#ifdef FIXED
  Cue *writersCues = nullptr;
  std::uint32_t writersMask = 0;
#define WRITERS(ring, cues, Cues) ring.writers##Cues
#else
#define WRITERS(ring, cues, Cues) ring.cues
#endif
  alignas(64) std::atomic<std::uint32_t> head{0};
  std::uint32_t tailSeen = 0; // expect: fsfind-adjacent-thread-fields
  Cue *cues = nullptr;        // expect: fsfind-adjacent-thread-fields
  std::uint32_t mask = 0;     // expect: fsfind-adjacent-thread-fields
};

void openRing(CueRing &ring, Cue *cues, std::uint32_t size) {
  ring.cues = cues;
  ring.mask = size - 1;
#ifdef FIXED
  ring.writersCues = cues;
  ring.writersMask = size - 1;
#endif
}

int putCues(CueRing &ring, const Cue *from, int n) {
  std::uint32_t at = ring.tail.load(std::memory_order_relaxed);
  for (int i = 0; i < n; ++i, ++at) {
    if (at - ring.headSeen > WRITERS(ring, mask, Mask))
      ring.headSeen = ring.head.load(std::memory_order_acquire);
    if (at - ring.headSeen > WRITERS(ring, mask, Mask))
      return i;
    WRITERS(ring, cues, Cues)[at & WRITERS(ring, mask, Mask)] = from[i];
    ring.tail.store(at + 1, std::memory_order_release);
  }
  return n;
}

int takeCues(CueRing &ring, Cue *to, int n) {
  std::uint32_t at = ring.head.load(std::memory_order_relaxed);
  for (int i = 0; i < n; ++i, ++at) {
    if (at == ring.tailSeen)
      ring.tailSeen = ring.tail.load(std::memory_order_acquire);
    if (at == ring.tailSeen)
      return i;
    to[i] = ring.cues[at & ring.mask];
    ring.head.store(at + 1, std::memory_order_release);
  }
  return n;
}
