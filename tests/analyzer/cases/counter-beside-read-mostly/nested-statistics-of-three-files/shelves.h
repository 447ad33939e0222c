// suspect: threads
#pragma once
#include <atomic>
#include <cstddef>

#ifdef FIXED
int currentCpu();
class RequestCount {
  struct alignas(64) Part { std::atomic<std::size_t> n{0}; };
  alignas(64) Part parts_[32];
public:
  void operator++() { parts_[currentCpu() % 32].n.fetch_add(1, std::memory_order_relaxed); }
};
#else
using RequestCount = std::atomic<std::size_t>;
#endif
struct Record {
  Record *chained;
  unsigned year, piece;
};

struct Shelves {
  struct {
    RequestCount requests; // expect: fsfind-adjacent-thread-fields
  } counts;
  Record **table;   // expect: fsfind-adjacent-thread-fields
  std::size_t mask; // expect: fsfind-adjacent-thread-fields
  alignas(64) std::size_t scans;

  Record *cell(unsigned year, unsigned piece) const { return table[(year * 31 + piece) & mask]; }
  Record *find(unsigned year, unsigned piece);
  void scanned();
};

extern Shelves shelves;
