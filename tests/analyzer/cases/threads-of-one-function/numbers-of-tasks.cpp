// The number tells tasks apart, and any thread of the pool runs tasks of both kinds.
#include <functional>

class ThreadPool {
public:
  void submit(std::function<void()> task);
  void wait();
};

struct Census {
  long towns = 0;
  long villages = 0;
};

void count(ThreadPool &pool, Census &census) {
  for (int i = 0; i < 1000; ++i)
    pool.submit([i, &census] {
      for (long k = 0; k < 1000; ++k) {
        if (i % 2 == 0)
          census.towns++;
        else
          census.villages++;
      }
    });
  pool.wait();
}
