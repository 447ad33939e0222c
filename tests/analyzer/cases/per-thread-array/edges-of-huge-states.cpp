// A vector has one large solver state per thread, no multiple of a line. The count at the head of
// one, kept by separate load and store, meets the credits at the end of the one before.
// as in: Halogen, https://github.com/KierenP/Halogen/pull/425
#include <array>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#ifdef FIXED
#define OWN_LINES alignas(64)
#else
#define OWN_LINES
#endif

struct Credits {
  void reward(int row, int letter, int depth) { rows[row][letter] += depth * depth; }
  std::array<std::array<std::int16_t, 26>, 21> rows{};
};

struct OWN_LINES Solver {
  std::atomic<std::uint64_t> nodes{0}; // expect: fsfind-per-thread-slots
  int depth = 0;
  std::array<std::array<int, 32>, 64> words{};
  Credits credits;
  void countNode() {
    nodes.store(nodes.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
};

struct Crossword {
  explicit Crossword(int threads) : solvers(threads) {}
  Solver &solver(int thread) { return solvers[thread]; }
  std::atomic<bool> stop{false};
  std::vector<Solver> solvers; // expect: fsfind-per-thread-slots
};

static int fill(Solver &own, int square, int depth) {
  own.countNode();
  int best = 0;
  for (int letter = 0; letter < 26 && depth > 0; ++letter) {
    best += own.words[square][letter] + fill(own, (square + letter) % 64, depth - 1);
    own.credits.reward(square % 21, letter, depth);
  }
  return best;
}

void solve(Crossword &puzzle, int threads) {
  for (int i = 0; i < threads; ++i)
    std::thread([&puzzle, i] {
      Solver &own = puzzle.solver(i);
      for (own.depth = 1; !puzzle.stop.load(std::memory_order_relaxed); ++own.depth)
        fill(own, own.depth % 64, own.depth);
    }).detach();
}
