// project: Apache Kvrocks (storage/storage.h)
// reference: https://github.com/apache/kvrocks/pull/2145 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the statistics are atomics without padding; request threads, flushes and compactions write to the same line, which
//        also holds the storage's own read-mostly members.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#ifndef CACHE_LINE_SIZE
#define CACHE_LINE_SIZE 64
#endif

enum class StatType { CompactionCount, FlushCount, KeyspaceHits, KeyspaceMisses };

#ifdef FIXED
struct alignas(CACHE_LINE_SIZE) DBStats {
  alignas(CACHE_LINE_SIZE) std::atomic<uint_fast64_t> compaction_count{0};
  alignas(CACHE_LINE_SIZE) std::atomic<uint_fast64_t> flush_count{0};
  alignas(CACHE_LINE_SIZE) std::atomic<uint_fast64_t> keyspace_hits{0};
  alignas(CACHE_LINE_SIZE) std::atomic<uint_fast64_t> keyspace_misses{0};
};
#else
struct DBStats {
  std::atomic<uint64_t> compaction_count{0}; // expect: fsfind-adjacent-thread-fields
  std::atomic<uint64_t> flush_count{0};      // expect: fsfind-adjacent-thread-fields
  std::atomic<uint64_t> keyspace_hits{0};    // expect: fsfind-adjacent-thread-fields
  std::atomic<uint64_t> keyspace_misses{0};  // expect: fsfind-adjacent-thread-fields
};
#endif

class Storage {
public:
  void RecordStat(StatType type, uint64_t v);
  bool Get(const std::string& key, std::string* value);
  int MultiGet(const std::string* keys, std::string* values, int n);
  const DBStats* GetDBStats() const { return db_stats_.get(); }

private:
  bool Read(const std::string& key, std::string* value);

  std::string dir_;
  bool closing_ = false;
  int64_t create_time_ = 0;
  std::unique_ptr<DBStats> db_stats_ = std::make_unique<DBStats>();
};

void Storage::RecordStat(StatType type, uint64_t v) {
  switch (type) {
  case StatType::FlushCount:
    db_stats_->flush_count.fetch_add(v, std::memory_order_relaxed);
    break;
  case StatType::CompactionCount:
    db_stats_->compaction_count.fetch_add(v, std::memory_order_relaxed);
    break;
  case StatType::KeyspaceHits:
    db_stats_->keyspace_hits.fetch_add(v, std::memory_order_relaxed);
    break;
  case StatType::KeyspaceMisses:
    db_stats_->keyspace_misses.fetch_add(v, std::memory_order_relaxed);
    break;
  }
}

bool Storage::Get(const std::string& key, std::string* value) {
  const bool found = Read(key, value);
  RecordStat(found ? StatType::KeyspaceHits : StatType::KeyspaceMisses, 1);
  return found;
}

int Storage::MultiGet(const std::string* keys, std::string* values, int n) {
  int found = 0;
  for (int i = 0; i < n; i++) found += Get(keys[i], &values[i]);
  return found;
}

class EventListener {
public:
  explicit EventListener(Storage* storage) : storage_(storage) {}
  void OnCompactionCompleted() { storage_->RecordStat(StatType::CompactionCount, 1); }
  void OnFlushCompleted() { storage_->RecordStat(StatType::FlushCount, 1); }

private:
  Storage* storage_;
};
