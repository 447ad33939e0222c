// suspect: threads, line
// P19: a helper does more than to choose the part it gives back; the lock is a class of its own,
// and a holder takes it.
#include <atomic>
#include <memory>
#include <string>

class Latch {
public:
  void Acquire() {
    while (taken_.exchange(true, std::memory_order_acquire)) {
    }
  }
  void Release() { taken_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> taken_{false};
};

class LatchHolder {
public:
  explicit LatchHolder(Latch *latch) : latch_(latch) { latch_->Acquire(); }
  ~LatchHolder() { latch_->Release(); }

private:
  Latch *latch_;
};

#ifdef FIXED
struct alignas(64) Part {
#else
struct Part {
#endif
  Latch latch; // expect: fsfind-per-thread-slots
  int entries = 0;
  void *first = nullptr;
};

class Cache {
public:
  explicit Cache(unsigned parts) : mask_(parts - 1), parts_(new Part[parts]) {}
  void put(const std::string &key, void *value) {
    Part &part = partOf(key);
    LatchHolder holder(&part.latch);
    part.first = value;
    part.entries++;
  }

private:
  Part &partOf(const std::string &key) {
    unsigned hash = 0;
    for (const char c : key)
      hash = hash * 31 + static_cast<unsigned char>(c);
    hash ^= hash >> 16;
    return parts_[hash & mask_];
  }

  unsigned mask_;
  std::unique_ptr<Part[]> parts_; // expect: fsfind-per-thread-slots
};

void store(Cache &cache, const std::string &key, void *value) {
  cache.put(key, value);
}
