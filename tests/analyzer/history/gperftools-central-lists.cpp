// project: gperftools (src/central_freelist.h, src/static_vars.h)
// reference: reduced from memory; the released free lists derive their padding from the class's size
// kind: lock-table
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the central free lists, one for each size class and each with a spin lock, stand packed in a static array; threads that
//        refill from different classes meet in a line.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

typedef std::uintptr_t Length;
static const size_t kClassSizesMax = 96;
static const int kMaxDynamicFreeListLength = 8192;

class SpinLock {
 public:
  SpinLock() : lockword_(0) {}
  void Lock() {
    int expected = 0;
    if (!lockword_.compare_exchange_strong(expected, 1, std::memory_order_acquire)) SlowLock();
  }
  void Unlock() { lockword_.store(0, std::memory_order_release); }

 private:
  void SlowLock() {
    while (lockword_.exchange(1, std::memory_order_acquire) != 0) {
    }
  }
  std::atomic<int> lockword_;
};

class SpinLockHolder {
 public:
  explicit SpinLockHolder(SpinLock* l) : lock_(l) { l->Lock(); }
  ~SpinLockHolder() { lock_->Unlock(); }

 private:
  SpinLock* lock_;
};

namespace tcmalloc {

struct Span {
  Length start, length;
  Span* next;
  Span* prev;
  void* objects;
  unsigned int refcount : 16;
  unsigned int sizeclass : 8;
};

void DLL_Init(Span* list);
void DLL_Prepend(Span* list, Span* span);
void DLL_Remove(Span* span);
bool DLL_IsEmpty(const Span* list);
Span* MapObjectToSpan(void* object);
Span* NewSpan(size_t size_class, Length pages);
void DeleteSpan(Span* span);

inline void* SLL_Next(void* t) { return *reinterpret_cast<void**>(t); }
inline void SLL_SetNext(void* t, void* n) { *reinterpret_cast<void**>(t) = n; }

class CentralFreeList {
 public:
  constexpr CentralFreeList() = default;
  void Init(size_t cl);
  void InsertRange(void* start, void* end, int N);
  int RemoveRange(void** start, void** end, int N);

  int length() {
    SpinLockHolder h(&lock_);
    return static_cast<int>(counter_);
  }

 private:
  int FetchFromOneSpans(int N, void** start, void** end);
  void Populate();
  void ReleaseListToSpans(void* start);
  void ReleaseToSpans(void* object);

  SpinLock lock_{}; // expect: fsfind-per-thread-slots
  size_t size_class_ = 0;
  Span empty_{};
  Span nonempty_{};
  size_t num_spans_ = 0;
  size_t counter_ = 0; // expect: fsfind-per-thread-slots
  int32_t used_slots_ = 0;
};

#ifdef FIXED
template <int kFreeListSizeMod64>
class CentralFreeListPaddedTo : public CentralFreeList {
 private:
  char pad_[64 - kFreeListSizeMod64];
};

template <>
class CentralFreeListPaddedTo<0> : public CentralFreeList {};

class alignas(64) CentralFreeListPadded : public CentralFreeListPaddedTo<sizeof(CentralFreeList) % 64> {};
#else
class CentralFreeListPadded : public CentralFreeList {};
#endif

class Static {
 public:
  static CentralFreeListPadded* central_cache() { return central_cache_; }
  static int num_size_classes() { return num_size_classes_; }
  static void InitStaticVars(int num_size_classes);

 private:
  static CentralFreeListPadded central_cache_[kClassSizesMax]; // expect: fsfind-per-thread-slots
  static int num_size_classes_;
  static SpinLock pageheap_lock_;
};

CentralFreeListPadded Static::central_cache_[kClassSizesMax];
int Static::num_size_classes_ = 0;
SpinLock Static::pageheap_lock_;

void Static::InitStaticVars(int num_size_classes) {
  num_size_classes_ = num_size_classes;
  for (int i = 0; i < num_size_classes; ++i) central_cache_[i].Init(i);
}

void CentralFreeList::Init(size_t cl) {
  size_class_ = cl;
  DLL_Init(&empty_);
  DLL_Init(&nonempty_);
  num_spans_ = 0;
  counter_ = 0;
  used_slots_ = 0;
}

void CentralFreeList::ReleaseToSpans(void* object) {
  Span* span = MapObjectToSpan(object);
  if (span->objects == nullptr) {
    DLL_Remove(span);
    DLL_Prepend(&nonempty_, span);
  }
  counter_++;
  span->refcount--;
  if (span->refcount == 0) {
    DLL_Remove(span);
    --num_spans_;
    lock_.Unlock();
    DeleteSpan(span);
    lock_.Lock();
  } else {
    SLL_SetNext(object, span->objects);
    span->objects = object;
  }
}

void CentralFreeList::ReleaseListToSpans(void* start) {
  while (start) {
    void* next = SLL_Next(start);
    ReleaseToSpans(start);
    start = next;
  }
}

void CentralFreeList::InsertRange(void* start, void* end, int N) {
  SpinLockHolder h(&lock_);
  used_slots_ -= N;
  ReleaseListToSpans(start);
}

int CentralFreeList::FetchFromOneSpans(int N, void** start, void** end) {
  if (DLL_IsEmpty(&nonempty_)) return 0;
  Span* span = nonempty_.next;
  int result = 0;
  void *prev, *curr = span->objects;
  do {
    prev = curr;
    curr = SLL_Next(curr);
  } while (++result < N && curr != nullptr);
  if (curr == nullptr) {
    DLL_Remove(span);
    DLL_Prepend(&empty_, span);
  }
  *start = span->objects;
  *end = prev;
  span->objects = curr;
  SLL_SetNext(*end, nullptr);
  span->refcount += result;
  counter_ -= result;
  return result;
}

void CentralFreeList::Populate() {
  lock_.Unlock();
  Span* span = NewSpan(size_class_, 2);
  lock_.Lock();
  if (span == nullptr) return;
  DLL_Prepend(&nonempty_, span);
  ++num_spans_;
  counter_ += 64;
}

int CentralFreeList::RemoveRange(void** start, void** end, int N) {
  SpinLockHolder h(&lock_);
  int result = FetchFromOneSpans(N, start, end);
  if (result == 0) {
    Populate();
    result = FetchFromOneSpans(N, start, end);
  }
  used_slots_ += result;
  return result;
}

class ThreadCache {
 public:
  void* FetchFromCentralCache(uint32_t cl, int32_t byte_size) {
    void *start, *end;
    int fetch_count = Static::central_cache()[cl].RemoveRange(&start, &end, 32);
    if (fetch_count == 0) return nullptr;
    list_[cl].length += fetch_count - 1;
    list_[cl].list = SLL_Next(start);
    size_ += byte_size * (fetch_count - 1);
    return start;
  }

  void ListTooLong(uint32_t cl) {
    void* head = list_[cl].list;
    list_[cl].list = nullptr;
    Static::central_cache()[cl].InsertRange(head, nullptr, list_[cl].length);
    list_[cl].length = 0;
  }

 private:
  struct FreeList {
    void* list;
    uint32_t length;
    uint32_t max_length;
  };
  FreeList list_[kClassSizesMax];
  int32_t size_;
};

void* Refill(ThreadCache* cache, uint32_t cl) { return cache->FetchFromCentralCache(cl, 64); }
void Scavenge(ThreadCache* cache) {
  for (int cl = 0; cl < Static::num_size_classes(); ++cl) cache->ListTooLong(cl);
}

}  // namespace tcmalloc
