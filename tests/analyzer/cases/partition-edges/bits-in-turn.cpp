// The threads' cells alternate, and cells of a std::vector<bool> are bits of common words.
// Mended: whole words of cells for each thread are not the others'.
#include <thread>
#include <vector>

constexpr int kCells = 1 << 20, kThreads = 4;
static std::vector<bool> done(kCells); // expect: fsfind-partition-edges

static void work(int id) {
#ifdef FIXED
  std::vector<bool> own(kCells / kThreads);
  for (int cell = 0; cell < kCells / kThreads; ++cell)
    own[cell] = !own[cell];
#else
  for (int cell = id; cell < kCells; cell += kThreads)
    done[cell] = !done[cell];
#endif
}

int main() {
  std::vector<std::thread> threads;
  for (int id = 0; id < kThreads; ++id)
    threads.emplace_back(work, id);
  for (std::thread &one : threads)
    one.join();
  return done[kCells - 1] ? 1 : 0;
}
