// project: Stockfish (thread.cpp)
// reference: https://github.com/official-stockfish/Stockfish/pull/466 (read)
// kind: first-touch
// starts: visible
// wrong: the main thread constructs each search thread's object and resets its history tables; the thread itself then uses
//        them from another node.
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct HistoryStats {
  void clear() { std::memset(table, 0, sizeof(table)); } // expect: fsfind-serial-first-touch
  int get(int piece, int to) const { return table[piece & 15][to & 63]; }
  void update(int piece, int to, int v) { table[piece & 15][to & 63] += v; }
  int table[16][64];
};

struct MovesStats {
  void clear() {
    for (auto& row : table)
      for (auto& entry : row) entry.clear(); // expect: fsfind-serial-first-touch
  }
  HistoryStats table[16][64];
};

struct Search {
  HistoryStats history;
  MovesStats counterMoves;
  void clear() {
    history.clear();
    counterMoves.clear();
  }
};

int next_move(int n);

class Thread {
public:
  explicit Thread(std::size_t n) : idx(n) {
#ifndef FIXED
    search = std::make_unique<Search>(); // expect: fsfind-serial-first-touch
    search->clear();
#endif
    nativeThread = std::thread(&Thread::idle_loop, this);
  }
  ~Thread() {
    {
      std::lock_guard<std::mutex> lk(mutex);
      exit = true;
    }
    sleepCondition.notify_one();
    nativeThread.join();
  }

private:
  void idle_loop() {
#ifdef FIXED
    search = std::make_unique<Search>();
    search->clear();
#endif
    while (wait()) think();
  }
  bool wait() {
    std::unique_lock<std::mutex> lk(mutex);
    sleepCondition.wait(lk, [this] { return searching || exit; });
    searching = false;
    return !exit;
  }
  void think() {
    for (int n = 0; n < 1000000; ++n) {
      const int move = next_move(n);
      HistoryStats& cm = search->counterMoves.table[move & 15][move >> 4 & 63];
      if (cm.get(move, n) < 100) search->history.update(move, n, 1);
      cm.update(move, n, 1);
    }
  }

  std::size_t idx;
  std::unique_ptr<Search> search;
  std::mutex mutex;
  std::condition_variable sleepCondition;
  bool exit = false, searching = false;
  std::thread nativeThread;
};

struct ThreadPool {
  void set(std::size_t requested) {
    while (threads.size() < requested) threads.push_back(std::make_unique<Thread>(threads.size()));
  }
  std::vector<std::unique_ptr<Thread>> threads;
};

ThreadPool Threads;
