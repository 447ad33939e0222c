// Positions and speeds of skaters, three floats each, are divided among threads in equal ranges; at
// each border two threads share a line. Twist: a helper returns the bounds in two parameters, a
// callee writes through a subscript operator; 12 bytes divide no line.
// args: -fopenmp
// known-miss: bounds from out-parameters, and of an unknown length the edges are few of many lines
#include <cstddef>
#include <new>
#include <vector>

struct Triple {
  float &operator[](int i) { return part[i]; }
  float part[3];
};
template <class T> struct OnLines {
  using value_type = T;
  T *allocate(std::size_t n) {
    return static_cast<T *>(::operator new(n * sizeof(T), std::align_val_t{128}));
  }
  void deallocate(T *at, std::size_t) { ::operator delete(at, std::align_val_t{128}); }
};
struct Rink {
  std::vector<Triple, OnLines<Triple>> place; // expect: fsfind-partition-edges
  std::vector<Triple, OnLines<Triple>> speed; // expect: fsfind-partition-edges
};
static void rangeOf(int thread, int threads, int count, int *from, int *to) {
#ifdef FIXED
  const int blocks = (count + 15) / 16;
  *from = blocks * thread / threads * 16;
  *to = blocks * (thread + 1) / threads * 16;
  *to = *to < count ? *to : count;
#else
  *from = count * thread / threads;
  *to = count * (thread + 1) / threads;
#endif
}

static void glide(int from, int to, Triple *place, Triple *speed) {
  for (int i = from; i < to; ++i)
    for (int d = 0; d < 3; ++d)
      place[i][d] += speed[i][d] *= 0.99f;
}

void skate(Rink &rink, int threads, int steps) {
  const int count = static_cast<int>(rink.place.size());
  Triple *place = rink.place.data(), *speed = rink.speed.data();
  for (int step = 0; step < steps; ++step) {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int thread = 0; thread < threads; ++thread) {
      int from, to;
      rangeOf(thread, threads, count, &from, &to);
      glide(from, to, place, speed);
    }
  }
}
