// args: -std=c++17 -pthread
// suspect: run
// For each thread of a crossword solver the controlling thread makes an object of megabytes, whose
// constructor clears its tables, in a nested class and in a function below. One thread uses it.
// as in: PlentyChess, https://github.com/Yoshie2000/PlentyChess/pull/340
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>
class alignas(128) Solver {
  struct Memory {
    std::array<short, 1 << 20> liked;
    Memory() { std::memset(liked.data(), 0, sizeof liked); } // expect: fsfind-serial-first-touch
  } memory_;
  int crossings_[26][26][1024];
  void clear() {
    int *first = &crossings_[0][0][0];
    std::fill(first, first + 26 * 26 * 1024, 1); // expect: fsfind-serial-first-touch
  }
  long fill_in(int word, int depth) {
    int *crossing = crossings_[word % 26][depth % 26];
    for (int i = 0; i < 1024; ++i)
      memory_.liked[(word * 1024 + i) & 0xfffff] += static_cast<short>(crossing[i] += depth);
    return depth ? fill_in(word * 31 + depth, depth - 1) : crossing[word & 1023];
  }

public:
  Solver() { clear(); }
  void run() {
    for (int word = 0; word < 100000; ++word)
      fill_in(word, 40);
  }
};
struct Desk {
  void solve(std::size_t count) {
#ifdef FIXED
    solvers_.resize(count);
    for (std::size_t n = 0; n < count; ++n)
      threads_.emplace_back([this, n] {
        auto own = std::make_unique<Solver>();
        solvers_[n] = std::move(own);
        solvers_[n]->run();
      });
#else
    for (std::size_t n = 0; n < count; ++n) {
      solvers_.push_back(std::make_unique<Solver>()); // expect: fsfind-serial-first-touch
      threads_.emplace_back(&Solver::run, solvers_.back().get());
    }
#endif
    for (auto &thread : threads_)
      thread.join();
  }
  std::vector<std::unique_ptr<Solver>> solvers_;
  std::vector<std::thread> threads_;
};
void solve(std::size_t count) { Desk().solve(count); }
