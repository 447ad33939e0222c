// suspect: threads, object
// also-true: fsfind-contended-atomic
// Threads that take readings of weather buoys add to two atomic sums of a heap object, background
// clean-ups and copies to the other two. One function changes all four, in different cases of a
// switch, so who changes which follows only from its callers.
// as in: Apache Kvrocks, https://github.com/apache/kvrocks/pull/2145
#include <atomic>
#include <memory>

enum class Sum { Readings, Alarms, Copies, Removals };
#ifdef FIXED
#define LINE alignas(64)
#else
#define LINE
#endif
struct LINE ArchiveSums {
  LINE std::atomic<long> readings{0}; // expect: fsfind-adjacent-thread-fields
  LINE std::atomic<long> alarms{0};   // expect: fsfind-adjacent-thread-fields
  LINE std::atomic<long> copies{0};   // expect: fsfind-adjacent-thread-fields
  LINE std::atomic<long> removals{0}; // expect: fsfind-adjacent-thread-fields
};

class Archive {
public:
  void count(Sum which, long n) {
    switch (which) {
    case Sum::Readings:
      sums_->readings.fetch_add(n, std::memory_order_relaxed);
      break;
    case Sum::Alarms:
      sums_->alarms.fetch_add(n, std::memory_order_relaxed);
      break;
    case Sum::Copies:
      sums_->copies.fetch_add(n, std::memory_order_relaxed);
      break;
    case Sum::Removals:
      sums_->removals.fetch_add(n, std::memory_order_relaxed);
      break;
    }
  }
private:
  std::unique_ptr<ArchiveSums> sums_ = std::make_unique<ArchiveSums>();
};

struct Upkeep {
  Archive *archive;
  void onCopied(long bytes) { archive->count(Sum::Copies, bytes); }
  void onRemoved(long bytes) { archive->count(Sum::Removals, bytes); }
};

void storeReadings(Archive &archive, const double *heights, int n) {
  for (int i = 0; i < n; ++i)
    archive.count(heights[i] > 9.0 ? Sum::Alarms : Sum::Readings, 1);
}
void copied(Upkeep &upkeep, long bytes) { upkeep.onCopied(bytes); }
void removed(Upkeep &upkeep, long bytes) { upkeep.onRemoved(bytes); }
