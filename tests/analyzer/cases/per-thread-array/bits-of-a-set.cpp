// Each thread marks its own place in a std::bitset, by its methods and by its operator: the marks
// are bits of common words. Mended: each thread's mark has a cacheline of its own.
#include <bitset>
#include <thread>
#include <vector>

constexpr int kPlaces = 64;

#ifdef FIXED
struct alignas(64) Place {
  bool taken = false;
};
struct Hall {
  long visits = 0;
  Place places[kPlaces];
  void turn(int at) { places[at].taken = !places[at].taken; }
  void clear(int at) { places[at].taken = false; }
};
#else
struct Hall {
  long visits = 0;
  std::bitset<kPlaces> places; // expect: fsfind-per-thread-slots
  void turn(int at) { places[at] = !places.test(at); }
  void clear(int at) { places.reset(at); }
};
#endif

static Hall hall;

static void visit(int id) {
  std::bitset<kPlaces> seen; // the thread's own
  for (int i = 0; i < 100000; ++i) {
    seen.set(i % kPlaces);
    hall.turn(id);
    hall.clear(id);
  }
}

int main() {
  std::vector<std::thread> threads;
  for (int id = 0; id < 4; ++id)
    threads.emplace_back(visit, id);
  for (std::thread &one : threads)
    one.join();
}
