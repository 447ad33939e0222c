// project: snmalloc (src/snmalloc/mem/remoteallocator.h, ds/mpscq.h, corealloc.h)
// reference: reduced from memory; the released queue puts its two ends on different lines
// kind: producer-consumer
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the queue of messages through which other threads hand back an allocator's memory has its end for them, which every
//        post exchanges, beside the end that the owner takes from.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace snmalloc
{
  static constexpr size_t CACHELINE_SIZE = 64;
  static constexpr size_t NUM_SMALL_SIZECLASSES = 36;
  static constexpr size_t REMOTE_SLOT_BITS = 6;
  static constexpr size_t REMOTE_SLOTS = 1 << REMOTE_SLOT_BITS;
  static constexpr int64_t REMOTE_CACHE = 1 << 12;

#ifdef FIXED
#  define SNMALLOC_SEPARATE alignas(CACHELINE_SIZE)
#else
#  define SNMALLOC_SEPARATE
#endif

  using sizeclass_t = size_t;
  sizeclass_t size_to_sizeclass(size_t size);
  size_t sizeclass_to_size(sizeclass_t sc);
  void* allocate_slab(sizeclass_t sc);

  struct Remote
  {
    std::atomic<Remote*> next{nullptr};
    uintptr_t allocator_and_sizeclass = 0;
    sizeclass_t sizeclass() const
    {
      return allocator_and_sizeclass & 0x3f;
    }
    uintptr_t trunc_target_id() const
    {
      return allocator_and_sizeclass & ~uintptr_t(0x3f);
    }
  };

  template<class T>
  class MPSCQ
  {
    SNMALLOC_SEPARATE std::atomic<T*> back{nullptr}; // expect: fsfind-adjacent-thread-fields
    SNMALLOC_SEPARATE T* front = nullptr;            // expect: fsfind-adjacent-thread-fields

  public:
    void init(T* stub)
    {
      stub->next.store(nullptr, std::memory_order_relaxed);
      front = stub;
      back.store(stub, std::memory_order_relaxed);
    }

    bool is_empty()
    {
      return back.load(std::memory_order_relaxed) == front;
    }

    void enqueue(T* first, T* last)
    {
      last->next.store(nullptr, std::memory_order_relaxed);
      T* prev = back.exchange(last, std::memory_order_acq_rel);
      prev->next.store(first, std::memory_order_release);
    }

    std::pair<T*, bool> dequeue()
    {
      T* first = front;
      T* next = first->next.load(std::memory_order_acquire);
      if (next != nullptr)
      {
        front = next;
        return {first, true};
      }
      return {nullptr, false};
    }
  };

  struct alignas(CACHELINE_SIZE) RemoteAllocator
  {
    MPSCQ<Remote> message_queue;

    uintptr_t trunc_id() const
    {
      return reinterpret_cast<uintptr_t>(this);
    }
  };

  struct RemoteList
  {
    Remote* head = nullptr;
    Remote* last = nullptr;
    void add(Remote* r)
    {
      if (head == nullptr)
        last = r;
      r->next.store(head, std::memory_order_relaxed);
      head = r;
    }
    void clear()
    {
      head = last = nullptr;
    }
  };

  struct RemoteCache
  {
    int64_t capacity = REMOTE_CACHE;
    RemoteList list[REMOTE_SLOTS];

    void dealloc(uintptr_t target_id, void* p, sizeclass_t sc)
    {
      Remote* r = new (p) Remote;
      r->allocator_and_sizeclass = target_id | sc;
      capacity -= static_cast<int64_t>(sizeclass_to_size(sc));
      list[(target_id >> 12) & (REMOTE_SLOTS - 1)].add(r);
    }
    void post(uintptr_t self);
  };

  struct FreeListIter
  {
    void* head = nullptr;
    bool empty() const
    {
      return head == nullptr;
    }
    void* take()
    {
      void* p = head;
      head = *static_cast<void**>(p);
      return p;
    }
    void add(void* p)
    {
      *static_cast<void**>(p) = head;
      head = p;
    }
  };

  class CoreAllocator
  {
    FreeListIter small_fast_free_lists[NUM_SMALL_SIZECLASSES];
    RemoteAllocator remote_alloc;
    uint64_t allocated_bytes = 0;
    RemoteCache remote_cache;
    Remote stub;

  public:
    CoreAllocator()
    {
      remote_alloc.message_queue.init(&stub);
    }

    RemoteAllocator* public_state()
    {
      return &remote_alloc;
    }

    void* alloc(size_t size)
    {
      const sizeclass_t sc = size_to_sizeclass(size);
      FreeListIter& fl = small_fast_free_lists[sc];
      if (fl.empty())
      {
        if (!remote_alloc.message_queue.is_empty())
          handle_message_queue();
        if (fl.empty())
          fl.add(allocate_slab(sc));
      }
      allocated_bytes += sizeclass_to_size(sc);
      return fl.take();
    }

    void dealloc(void* p, sizeclass_t sc, RemoteAllocator* owner)
    {
      if (owner == &remote_alloc)
      {
        allocated_bytes -= sizeclass_to_size(sc);
        small_fast_free_lists[sc].add(p);
        return;
      }
      remote_cache.dealloc(owner->trunc_id(), p, sc);
      if (remote_cache.capacity <= 0)
        flush();
    }

    void flush()
    {
      remote_cache.post(remote_alloc.trunc_id());
    }

  private:
    void handle_message_queue()
    {
      for (size_t i = 0; i < 4096; i++)
      {
        auto r = remote_alloc.message_queue.dequeue();
        if (!r.second)
          return;
        if (r.first == &stub)
          continue;
        allocated_bytes -= sizeclass_to_size(r.first->sizeclass());
        small_fast_free_lists[r.first->sizeclass()].add(r.first);
      }
    }
  };

  void RemoteCache::post(uintptr_t self)
  {
    for (size_t i = 0; i < REMOTE_SLOTS; i++)
    {
      RemoteList& l = list[i];
      if (l.head == nullptr || l.head->trunc_target_id() == self)
        continue;
      auto* target = reinterpret_cast<RemoteAllocator*>(l.head->trunc_target_id());
      target->message_queue.enqueue(l.head, l.last);
      l.clear();
    }
    capacity = REMOTE_CACHE;
  }

  CoreAllocator& get_core_allocator()
  {
    static thread_local CoreAllocator alloc;
    return alloc;
  }

  void* malloc(size_t size)
  {
    return get_core_allocator().alloc(size);
  }

  void free(void* p, size_t size, RemoteAllocator* owner)
  {
    get_core_allocator().dealloc(p, size_to_sizeclass(size), owner);
  }
} // namespace snmalloc
