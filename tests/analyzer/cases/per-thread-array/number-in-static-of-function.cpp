// Records in a vector count each crew's attempts to steal, written by its own thread two calls
// below a waiting loop. The number is a function-local thread_local, behind an accessor.
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

bool seasonOver();
using Task = std::function<void()>;

class Crews {
#ifdef FIXED
  struct alignas(128) Search {
#else
  struct Search {
#endif
    unsigned tries = 0; // expect: fsfind-per-thread-slots
  };
  struct alignas(128) Store {
    std::atomic<Task *> task{nullptr};
  };
  std::vector<Store> stores_;
  std::vector<Search> searches_; // expect: fsfind-per-thread-slots
  static unsigned &number() {
    static thread_local unsigned own = 0;
    return own;
  }
  static void begin(Crews *crews, unsigned own) {
    number() = own;
    crews->work(seasonOver);
  }
  Task *steal() {
    Search &own = searches_[number()];
    return stores_[own.tries++ * 69069 % stores_.size()].task.exchange(nullptr);
  }

public:
  Crews() : stores_(8), searches_(8) {
    for (unsigned i = 1; i < stores_.size(); ++i)
      std::thread(&Crews::begin, this, i).detach();
  }
  void push(Task *task) {
    if (Task *old = stores_[number()].task.exchange(task))
      (*old)();
  }
  template <class Until> void work(Until &&until) {
    while (!until())
      if (Task *task = steal())
        (*task)();
  }
};

void prune(Crews &crews, Task &row, const std::atomic<int> &rowsLeft) {
  crews.push(&row);
  crews.work([&] { return rowsLeft == 0; });
}
