#pragma once
#include <atomic>

#ifdef FIXED
class alignas(64) Tally {
#else
class Tally {
#endif
public:
  void served(long bytes) {
    const long now = outstanding_.fetch_add(bytes) + bytes;
    long seen = highest_.load(std::memory_order_relaxed);
    while (seen < now && !highest_.compare_exchange_weak(seen, now)) {
    }
    total_.fetch_add(bytes);
  }
  void returned(long bytes) { outstanding_.fetch_sub(bytes); }
private:
  std::atomic<long> outstanding_{0}, highest_{0}, total_{0};
};
