// One thread writes a member of the base class, another one of the derived class, each through a
// pointer to a method that a table holds.
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

constexpr int kRounds = 20000;

class Node {
public:
  virtual ~Node() = default;
  void see() { seen = seen + 1; }
  long id = 7;
  volatile long seen = 0;
};

class Filter : public Node {
public:
  void pass() { passed = passed + 1; }
  volatile long passed = 0;
  int level = 3;
};

using Step = void (Filter::*)();
static const Step steps[2] = {&Filter::see, &Filter::pass};
static std::atomic<int> ready{0};

static void repeat(Filter *filter, int which) {
  ready++;
  while (ready < 2)
    std::this_thread::yield();
  for (int i = 0; i < kRounds; i++)
    (filter->*steps[which])();
}

int main(int argc, char **) {
  if (argc > 1)
    return 0;
  const auto filter = std::make_unique<Filter>();
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; i++)
    threads.emplace_back(repeat, filter.get(), i);
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%ld %ld %d\n", filter->seen, filter->passed, filter->level);
}
