// project: OpenJDK (gc/shenandoah)
// reference: https://github.com/openjdk/jdk/pull/31600 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: two counters that allocating threads update lie beside members of the heap that all of them read.
#include <cstddef>
#include <cstdint>

#define DEFAULT_PADDING_SIZE 128
#define PASTE_2(a, b) a##b
#define PASTE(a, b) PASTE_2(a, b)
#ifdef FIXED
#define shenandoah_padding(id) char PASTE(_pad_buf, id)[DEFAULT_PADDING_SIZE]
#else
#define shenandoah_padding(id) static_assert(true, "")
#endif

class Atomic {
public:
  template <typename D, typename I> static D add(volatile D* dest, I value) { return __sync_add_and_fetch(dest, value); }
  template <typename D> static D load(const volatile D* dest) { return __atomic_load_n(dest, __ATOMIC_RELAXED); }
};

class ShenandoahHeapRegion {
public:
  char* try_allocate(size_t words);
};

class ShenandoahAllocRequest {
public:
  size_t size() const { return _size; }

private:
  size_t _size = 0;
};

class ShenandoahHeap {
public:
  char* allocate_memory(const ShenandoahAllocRequest& req);
  size_t bytes_allocated_since_gc_start() const { return Atomic::load(&_bytes_allocated_since_gc_start); }
  bool should_start_gc() const { return bytes_allocated_since_gc_start() > _max_capacity / 4; }

private:
  ShenandoahHeapRegion* region_for(size_t words) const { return _regions[words % _num_regions]; }

  size_t _initial_size = 0;
  size_t _max_capacity = 0;
  ShenandoahHeapRegion** _regions = nullptr; // expect: fsfind-adjacent-thread-fields
  size_t _num_regions = 0;                   // expect: fsfind-adjacent-thread-fields
  shenandoah_padding(0);
  volatile size_t _bytes_allocated_since_gc_start = 0; // expect: fsfind-adjacent-thread-fields
  shenandoah_padding(1);
  volatile intptr_t _alloc_sample = 0; // expect: fsfind-adjacent-thread-fields
  shenandoah_padding(2);
  bool _gc_in_progress = false;
};

char* ShenandoahHeap::allocate_memory(const ShenandoahAllocRequest& req) {
  for (size_t attempt = 0; attempt < _num_regions; attempt++) {
    ShenandoahHeapRegion* region = region_for(req.size() + attempt);
    if (char* result = region->try_allocate(req.size())) {
      Atomic::add(&_bytes_allocated_since_gc_start, req.size());
      if (!_gc_in_progress) Atomic::add(&_alloc_sample, 1);
      return result;
    }
  }
  return nullptr;
}

class CollectedHeap {
public:
  static char* mem_allocate_loop(ShenandoahHeap* heap, const ShenandoahAllocRequest* requests, int n) {
    char* last = nullptr;
    for (int i = 0; i < n; i++) last = heap->allocate_memory(requests[i]);
    return last;
  }
};

char* allocate_all(ShenandoahHeap* heap, const ShenandoahAllocRequest* requests, int n) {
  return CollectedHeap::mem_allocate_loop(heap, requests, n);
}
