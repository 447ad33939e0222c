// suspect: line
// Each worker of a seed bank has a queue of 56 bytes in a home-made array; it takes from its own
// and then from the others'. An abstract platform runs the work, a virtual override of a nested
// class, and the worker's place comes from a virtual method of an abstract delegate.
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>

struct Delegate {
  virtual int place() const = 0;
};
struct Job {
  virtual ~Job() = default;
  virtual void run(Delegate *delegate) = 0;
};
struct Platform {
  virtual void post(std::unique_ptr<Job> job) = 0;
};

template <class T> struct Row {
  explicit Row(int n) : items(static_cast<T *>(std::aligned_alloc(16, n * sizeof(T)))), size(n) {
    for (int i = 0; i < n; ++i)
      new (&items[i]) T();
  }
  T *items; // expect: fsfind-per-thread-slots
  int size;
};

struct Queue {
  int take() {
    std::lock_guard<std::mutex> held(lock);
    return head != tail ? jars[head++ % 256] : -1;
  }
  std::mutex lock; // expect: fsfind-per-thread-slots
  unsigned head = 0, tail = 0;
  int *jars = new int[256];
#ifdef FIXED
  char pad[64];
#endif
};
void sift(int jar);

class Bank {
  struct SiftJob : Job {
    explicit SiftJob(Bank *bank) : bank_(bank) {}
    void run(Delegate *delegate) override { bank_->work(delegate->place() + 1); }
    Bank *bank_;
  };
  Row<Queue> queues_{9};
  void work(int own) {
    for (int i = 0; i < queues_.size; ++i)
      for (int jar; (jar = queues_.items[(own + i) % queues_.size].take()) >= 0;)
        sift(jar);
  }

public:
  explicit Bank(Platform *platform) { platform->post(std::make_unique<SiftJob>(this)); }
};
