// suspect: threads, object
// P19: the operations of a library, which its users call in threads that are not seen here, count
// what they do beside a pointer that each of them follows.
#include <atomic>
#include <cstddef>
#include <memory>

class Statistics {
public:
  void allocated(long size) {
    bytes_.fetch_add(size);
    calls_.fetch_add(1);
  }
  void freed(long size) { bytes_.fetch_sub(size); }
  long bytes() const { return bytes_.load(); }

private:
  std::atomic<long> bytes_{0};
  std::atomic<long> calls_{0};
};

class Pool {
public:
  virtual ~Pool() = default;
  virtual void *allocate(std::size_t size) = 0;
  virtual void release(void *memory, std::size_t size) = 0;
};

class Wrapper : public Pool {
public:
  explicit Wrapper(Pool *inner) : inner_(inner) {}
  void *allocate(std::size_t size) override {
    void *memory = inner_->allocate(size);
    statistics_.allocated(static_cast<long>(size));
    return memory;
  }
  void release(void *memory, std::size_t size) override {
    inner_->release(memory, size);
    statistics_.freed(static_cast<long>(size));
  }
  long bytes() const { return statistics_.bytes(); }

private:
  Pool *inner_; // expect: fsfind-adjacent-thread-fields
#ifdef FIXED
  alignas(64) Statistics statistics_;
#else
  Statistics statistics_; // expect: fsfind-adjacent-thread-fields
#endif
};

std::unique_ptr<Pool> wrap(Pool *inner) {
  return std::make_unique<Wrapper>(inner);
}

// References are counted in many objects, each of few threads.
class Buffer {
public:
  const char *acquire() {
    references_.fetch_add(1);
    return data_;
  }
  void release() {
    if (references_.fetch_sub(1) == 1)
      delete this;
  }

private:
  const char *data_ = nullptr;
  std::atomic<int> references_{1};
};

const char *acquire(Buffer *buffer) {
  return buffer->acquire();
}
void release(Buffer *buffer) {
  buffer->release();
}
