// T15: a template that no thread uses.
#include <thread>
#include <vector>

template <class T> struct Pair {
  volatile T left = 0;  // expect: fsfind-adjacent-thread-fields
  volatile T right = 0; // expect: fsfind-adjacent-thread-fields
  void goLeft() {
    for (long i = 0; i < 100000000; ++i)
      left = left + 1;
  }
  void goRight() {
    for (long i = 0; i < 100000000; ++i)
      right = right + 1;
  }
};

static Pair<long> pair;

int main() {
#ifdef FIXED
  pair.goLeft();
  pair.goRight();
#else
  std::thread left([] { pair.goLeft(); }), right([] { pair.goRight(); });
  left.join();
  right.join();
#endif
}
