// project: RocksDB (db/db_impl/db_impl.h)
// reference: https://github.com/facebook/rocksdb/pull/9637 (read)
// kind: lock-beside-data
// starts: hidden
// wrong: writers take the database mutex, while every reader looks at the tracer beside it.
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#define ALIGN_AS(n) alignas(n)
#define CACHE_LINE_SIZE 64

namespace rocksdb {
struct Status {
  int code;
};

class BlockCacheTracer {
public:
  bool is_tracing_enabled() const { return writer_.load(std::memory_order_relaxed) != nullptr; }
  void Start(void* writer) { writer_.store(writer); }
  void Write(const std::string& key);

private:
  std::atomic<void*> writer_{nullptr}; // expect: fsfind-adjacent-thread-fields
};

class InstrumentedMutex {
public:
  explicit InstrumentedMutex(int stats_code) : stats_code_(stats_code) {}
  void Lock() { mutex_.lock(); }
  void Unlock() { mutex_.unlock(); }

private:
  std::mutex mutex_;
  int stats_code_;
};

class InstrumentedMutexLock {
public:
  explicit InstrumentedMutexLock(InstrumentedMutex* m) : mutex_(m) { mutex_->Lock(); }
  ~InstrumentedMutexLock() { mutex_->Unlock(); }

private:
  InstrumentedMutex* mutex_;
};

class DB {
public:
  virtual ~DB() = default;
  virtual Status Get(const std::string& key, std::string* value) = 0;
  virtual Status Write(const std::string* batch, int n) = 0;
};

class DBImpl : public DB {
public:
  DBImpl() : mutex_(7) {}
  Status Get(const std::string& key, std::string* value) override;
  Status Write(const std::string* batch, int n) override;

private:
  Status GetImpl(const std::string& key, std::string* value);
  void InsertIntoMemtable(const std::string& entry);

  bool own_info_log_ = false;
  uint64_t last_stats_dump_ = 0;
  BlockCacheTracer block_cache_tracer_; // expect: fsfind-adjacent-thread-fields
#ifdef FIXED
  ALIGN_AS(CACHE_LINE_SIZE) InstrumentedMutex mutex_;
  ALIGN_AS(CACHE_LINE_SIZE) uint64_t logfile_number_ = 0;
#else
  InstrumentedMutex mutex_;     // expect: fsfind-adjacent-thread-fields
  uint64_t logfile_number_ = 0;
#endif
  int default_cf_ = 0;
};

Status DBImpl::Get(const std::string& key, std::string* value) {
  if (block_cache_tracer_.is_tracing_enabled()) block_cache_tracer_.Write(key);
  return GetImpl(key, value);
}

Status DBImpl::Write(const std::string* batch, int n) {
  for (int i = 0; i < n; ++i) {
    InstrumentedMutexLock lock(&mutex_);
    InsertIntoMemtable(batch[i]);
    logfile_number_++;
  }
  return {0};
}
} // namespace rocksdb
