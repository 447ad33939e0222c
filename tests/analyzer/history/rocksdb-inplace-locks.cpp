// project: RocksDB (db/memtable.h)
// reference: https://github.com/facebook/rocksdb/pull/3426 (read)
// kind: lock-table
// starts: hidden
// wrong: read-write locks for in-place updates are chosen by the hash of the key; at 56 bytes each, neighbours share lines.
#include <pthread.h>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rocksdb {
constexpr std::size_t kCacheLineSize = 64;

namespace port {
class RWMutex {
public:
  RWMutex() { pthread_rwlock_init(&mu_, nullptr); }
  ~RWMutex() { pthread_rwlock_destroy(&mu_); }
  RWMutex(const RWMutex&) = delete;
  void ReadLock() { pthread_rwlock_rdlock(&mu_); }
  void WriteLock() { pthread_rwlock_wrlock(&mu_); }
  void ReadUnlock() { pthread_rwlock_unlock(&mu_); }
  void WriteUnlock() { pthread_rwlock_unlock(&mu_); }

private:
  pthread_rwlock_t mu_; // expect: fsfind-per-thread-slots
};
} // namespace port

class ReadLock {
public:
  explicit ReadLock(port::RWMutex* mu) : mu_(mu) { mu_->ReadLock(); }
  ~ReadLock() { mu_->ReadUnlock(); }

private:
  port::RWMutex* const mu_;
};

class WriteLock {
public:
  explicit WriteLock(port::RWMutex* mu) : mu_(mu) { mu_->WriteLock(); }
  ~WriteLock() { mu_->WriteUnlock(); }

private:
  port::RWMutex* const mu_;
};

uint64_t GetSliceHash(const std::string& key);

class MemTable {
public:
  MemTable(bool inplace_update, std::size_t num_locks) : locks_(inplace_update ? num_locks : 0) {}
  bool Get(const std::string& key, std::string* value);
  void Update(const std::string& key, const std::string& value);

private:
  port::RWMutex* GetLock(const std::string& key);
  char* Lookup(const std::string& key);

  std::size_t data_size_ = 0;
#ifdef FIXED
  struct alignas(kCacheLineSize) AlignedRWMutex {
    port::RWMutex rw_mutex;
  };
  std::vector<AlignedRWMutex> locks_;
#else
  std::vector<port::RWMutex> locks_; // expect: fsfind-per-thread-slots
#endif
};

port::RWMutex* MemTable::GetLock(const std::string& key) {
#ifdef FIXED
  return &locks_[GetSliceHash(key) % locks_.size()].rw_mutex;
#else
  return &locks_[GetSliceHash(key) % locks_.size()];
#endif
}

bool MemTable::Get(const std::string& key, std::string* value) {
  ReadLock guard(GetLock(key));
  const char* entry = Lookup(key);
  if (!entry) return false;
  value->assign(entry);
  return true;
}

void MemTable::Update(const std::string& key, const std::string& value) {
  WriteLock guard(GetLock(key));
  if (char* entry = Lookup(key)) value.copy(entry, value.size());
}
} // namespace rocksdb
