// suspect: run
// N7: the state of each thread is filled by the thread that starts them all.
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

struct SearchState {
  short history[1024][1024];
  void clear() {
    std::memset(history, 0, sizeof history); // expect: fsfind-serial-first-touch
  }
  void search() {
    for (int round = 0; round < 1000; ++round)
      for (int i = 0; i < 1024; ++i)
        for (int j = 0; j < 1024; ++j)
          history[i][j] = static_cast<short>(history[i][j] + i * j);
  }
};

int main() {
  std::vector<std::unique_ptr<SearchState>> states;
  for (int i = 0; i < 16; ++i) {
    states.emplace_back(new SearchState);
#ifndef FIXED
    states.back()->clear();
#endif
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([&states, i] {
#ifdef FIXED
      states[i]->clear();
#endif
      states[i]->search();
    });
  for (auto &thread : threads)
    thread.join();
}
