// Two heap vectors have one counter per worker, written at every turn. The elements are bound to
// reference members of an aggregate, which goes by reference into a function template.
// as in: HPX, https://github.com/TheHPXProject/hpx/issues/3612
#include <thread>
#include <vector>

struct Turns {
  long &sorted, &empty;
};
template <class Belt> void sortLetters(Belt &belt, Turns &turns) {
  long &sorted = turns.sorted;
  while (sorted < 1000000) {
    if (belt.take())
      ++sorted;
    else
      ++turns.empty;
  }
}

template <class Belt> class Office {
  Belt &belt_;
  std::vector<std::thread> threads_;
#ifdef FIXED
  struct alignas(64) Counts {
    long sorted = 0, empty = 0;
  };
  std::vector<Counts> counts_;
#else
  std::vector<long> sorted_; // expect: fsfind-per-thread-slots
  std::vector<long> empty_;  // expect: fsfind-per-thread-slots
#endif

  void run(std::size_t worker) {
#ifdef FIXED
    Turns turns{counts_[worker].sorted, counts_[worker].empty};
#else
    Turns turns{sorted_[worker], empty_[worker]};
#endif
    sortLetters(belt_, turns);
  }

public:
  Office(Belt &belt, std::size_t workers) : belt_(belt) {
#ifdef FIXED
    counts_.resize(workers);
#else
    sorted_.resize(workers);
    empty_.resize(workers);
#endif
    for (std::size_t i = 0; i < workers; ++i)
      threads_.emplace_back(&Office::run, this, i);
  }
};

struct LetterBelt {
  bool take();
};
template class Office<LetterBelt>;
