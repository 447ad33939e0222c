// project: Tencent Flare (base/object_pool/thread_local.h)
// reference: https://github.com/Tencent/flare/pull/28 (read)
// kind: heap-neighbours
// starts: hidden
// wrong: each thread's pool descriptor is a small heap object; an allocator may put those of two threads in one line.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace flare {
constexpr std::size_t hardware_destructive_interference_size = 128;

class FixedVector {
public:
  bool empty() const { return current_ == 0; }
  bool full() const { return current_ == size_; }
  void emplace_back(void* p) { objects_[current_++] = p; }
  void* pop_back() { return objects_[--current_]; }

private:
  std::size_t current_ = 0; // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields
  std::size_t size_ = 4;
  void* objects_[4] = {};
};

#ifdef FIXED
struct alignas(hardware_destructive_interference_size) LocalPoolDescriptor {
#else
struct LocalPoolDescriptor {
#endif
  FixedVector objects; // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields
  uint64_t last_wash = 0;
  uint64_t uses = 0; // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields
};

class Registry {
public:
  static Registry& instance() {
    static Registry registry;
    return registry;
  }
  LocalPoolDescriptor* create(unsigned threads, unsigned index) {
    std::lock_guard<std::mutex> guard(lock_);
    while (pools_.size() < threads) pools_.push_back(std::make_unique<LocalPoolDescriptor>()); // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields
    return pools_[index].get();
  }

private:
  std::mutex lock_;
  std::vector<std::unique_ptr<LocalPoolDescriptor>> pools_;
};

unsigned GetThreadCount();
unsigned GetThreadIndex();
void* CreateObject();
void DestroyObject(void* object);

inline LocalPoolDescriptor* GetLocalPool() {
  static thread_local LocalPoolDescriptor* pool = Registry::instance().create(GetThreadCount(), GetThreadIndex());
  return pool;
}

void* Get() {
  LocalPoolDescriptor* pool = GetLocalPool();
  ++pool->uses;
  return pool->objects.empty() ? CreateObject() : pool->objects.pop_back();
}

void Put(void* object) {
  LocalPoolDescriptor* pool = GetLocalPool();
  if (pool->objects.full())
    DestroyObject(object);
  else
    pool->objects.emplace_back(object);
}

void ServeRequests(void (*handle)(void*), int n) {
  for (int i = 0; i < n; ++i) {
    void* buffer = Get();
    handle(buffer);
    Put(buffer);
  }
}
} // namespace flare
