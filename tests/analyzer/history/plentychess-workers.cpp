// project: PlentyChess (src/thread.h, search.cpp)
// reference: https://github.com/Yoshie2000/PlentyChess/pull/340 (read)
// kind: first-touch
// starts: visible
// wrong: the workers, each with megabytes of histories and accumulators, are constructed by the UCI thread, whose constructors and
//        initWorker clear them; each is then used by its own search thread alone.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

constexpr int MAX_PLY = 246;
constexpr int L1_SIZE = 1536;
typedef uint16_t Move;
typedef int16_t Eval;

enum Color { WHITE, BLACK };
struct Board {
  uint64_t byColor[2];
  uint64_t byPiece[6];
  uint64_t hash;
  Color stm;
  Move nextMove(int n) const;
  bool doMove(Board* next, Move move) const;
};

struct SearchStack {
  int ply;
  Move move;
  Move excluded;
  Eval staticEval;
  int16_t* contHist;
};

struct Accumulator {
  alignas(64) int16_t threatState[2][L1_SIZE];
  alignas(64) int16_t pieceState[2][L1_SIZE];
};

class NNUE {
 public:
  NNUE() { std::memset(accumulatorStack, 0, sizeof(accumulatorStack)); } // expect: fsfind-serial-first-touch
  Eval evaluate(const Board& board, int ply);

 private:
  Accumulator accumulatorStack[MAX_PLY + 8];
};

class History {
 public:
  void initHistory();
  int16_t getQuiet(const Board& board, Move move) const { return quietHistory[board.stm][move & 4095]; }
  int16_t* continuation(const Board& board, Move move) { return continuationHistory[board.stm][move & 4095]; }
  void update(const Board& board, SearchStack* stack, Move move, int bonus);
  int getCorrection(const Board& board) const { return correctionHistory[board.stm][board.hash & 16383]; }

 private:
  int16_t quietHistory[2][4096];
  int16_t continuationHistory[2][4096][12 * 64];
  int16_t captureHistory[2][6][64][5];
  int correctionHistory[2][16384];
};

void History::initHistory() {
  std::memset(quietHistory, 0, sizeof(quietHistory)); // expect: fsfind-serial-first-touch
  std::fill_n(&continuationHistory[0][0][0], sizeof(continuationHistory) / sizeof(int16_t), int16_t(-427)); // expect: fsfind-serial-first-touch
  std::memset(captureHistory, 0, sizeof(captureHistory));
  std::memset(correctionHistory, 0, sizeof(correctionHistory)); // expect: fsfind-serial-first-touch
}

void History::update(const Board& board, SearchStack* stack, Move move, int bonus) {
  int16_t& quiet = quietHistory[board.stm][move & 4095];
  quiet = static_cast<int16_t>(quiet + bonus - quiet * std::abs(bonus) / 16384);
  for (int back = 1; back <= 2; back++)
    if (stack->ply >= back && (stack - back)->contHist) (stack - back)->contHist[move % 768] += static_cast<int16_t>(bonus);
}

struct SearchParameters {
  int depth = MAX_PLY;
  uint64_t nodes = 0;
};

class ThreadPool;

class Worker {
 public:
  Worker(ThreadPool* pool, int id);
  void initWorker() { history.initHistory(); }
  void idle();
  void startSearching(const Board& root);

  std::atomic<bool> searching{false};
  std::atomic<bool> exiting{false};
  std::mutex mutex;
  std::condition_variable cv;

 private:
  Eval search(Board* board, SearchStack* stack, int depth, Eval alpha, Eval beta);

  ThreadPool* pool;
  int id;
  uint64_t searchedNodes = 0;
  Board rootBoard;
  Board boardStack[MAX_PLY + 8];
  History history;
  NNUE nnue;
};

class ThreadPool {
 public:
  ~ThreadPool() { resize(0); }
  void resize(std::size_t numThreads);
  void startSearching(const Board& root);
  bool stopped() const { return stop.load(std::memory_order_relaxed); }
  const SearchParameters& searchParameters() const { return params; }

 private:
  std::vector<std::unique_ptr<Worker>> workers;
  std::vector<std::thread> threads;
  SearchParameters params;
  std::atomic<bool> stop{false};
#ifdef FIXED
  std::mutex startMutex;
  std::condition_variable startCv;
  std::size_t startedThreads = 0;
#endif
};

Worker::Worker(ThreadPool* pool, int id) : pool(pool), id(id), rootBoard() { initWorker(); }

void Worker::idle() {
  while (!exiting) {
    std::unique_lock<std::mutex> lock(mutex);
    cv.wait(lock, [&] { return searching || exiting; });
    lock.unlock();
    if (exiting) return;
    SearchStack stack[MAX_PLY + 8] = {};
    boardStack[0] = rootBoard;
    for (int depth = 1; depth <= pool->searchParameters().depth && !pool->stopped(); depth++)
      search(&boardStack[0], &stack[4], depth, -32000, 32000);
    searching = false;
  }
}

Eval Worker::search(Board* board, SearchStack* stack, int depth, Eval alpha, Eval beta) {
  searchedNodes++;
  stack->staticEval = static_cast<Eval>(nnue.evaluate(*board, stack->ply) + history.getCorrection(*board) / 128);
  if (depth <= 0 || stack->ply >= MAX_PLY || pool->stopped()) return stack->staticEval;
  Move move;
  for (int n = 0; (move = board->nextMove(n)); n++) {
    if (depth < 4 && history.getQuiet(*board, move) < -4000 * depth) continue;
    if (!board->doMove(board + 1, move)) continue;
    stack->move = move;
    stack->contHist = history.continuation(*board, move);
    (stack + 1)->ply = stack->ply + 1;
    const Eval value = static_cast<Eval>(-search(board + 1, stack + 1, depth - 1, static_cast<Eval>(-beta), static_cast<Eval>(-alpha)));
    if (value > alpha) alpha = value;
    if (alpha >= beta) {
      history.update(*board, stack, move, 120 * depth);
      break;
    }
  }
  return alpha;
}

void Worker::startSearching(const Board& root) {
  rootBoard = root;
  {
    std::lock_guard<std::mutex> lock(mutex);
    searching = true;
  }
  cv.notify_all();
}

void ThreadPool::resize(std::size_t numThreads) {
  for (auto& worker : workers) {
    {
      std::lock_guard<std::mutex> lock(worker->mutex);
      worker->exiting = true;
    }
    worker->cv.notify_all();
  }
  for (auto& thread : threads) thread.join();
  threads.clear();
  workers.clear();
#ifdef FIXED
  startedThreads = 0;
  workers.resize(numThreads);
  for (std::size_t i = 0; i < numThreads; i++)
    threads.emplace_back([this, i]() {
      auto worker = std::make_unique<Worker>(this, static_cast<int>(i));
      Worker* self = worker.get();
      {
        std::lock_guard<std::mutex> lock(startMutex);
        workers[i] = std::move(worker);
        startedThreads++;
      }
      startCv.notify_all();
      self->idle();
    });
  std::unique_lock<std::mutex> lock(startMutex);
  startCv.wait(lock, [&] { return startedThreads == numThreads; });
#else
  for (std::size_t i = 0; i < numThreads; i++) {
    workers.push_back(std::make_unique<Worker>(this, static_cast<int>(i))); // expect: fsfind-serial-first-touch
    threads.emplace_back(&Worker::idle, workers.back().get());
  }
#endif
}

void ThreadPool::startSearching(const Board& root) {
  stop = false;
  for (auto& worker : workers) worker->startSearching(root);
}
