// P10: every task adds to its element of a vector of int, in a loop.
#include <future>
#include <vector>

std::vector<int> histogram(const std::vector<int> &values, unsigned tasks) {
  std::vector<int> results(tasks); // expect: fsfind-per-thread-slots
  std::vector<std::future<void>> running;
  for (unsigned task = 0; task < tasks; ++task)
    running.push_back(std::async(std::launch::async, [&results, &values, task] {
#ifdef FIXED
      int own = 0;
      for (const int value : values)
        if (value % 7 == static_cast<int>(task))
          ++own;
      results[task] = own;
#else
      for (const int value : values)
        if (value % 7 == static_cast<int>(task))
          ++results[task];
#endif
    }));
  for (auto &one : running)
    one.wait();
  return results;
}
