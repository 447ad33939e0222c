// Three heap vectors have one plain counter per worker, and each worker bumps its elements at
// every turn. The elements are bound to reference members of an aggregate on the worker's stack,
// which goes by reference into a function template that writes through further references.
// as in: HPX, https://github.com/TheHPXProject/hpx/issues/3612
#include <thread>
#include <vector>

struct Turns {
  long &sorted, &empty, &streak;
};

template <class Belt> void sortLetters(Belt &belt, Turns &turns) {
  long &sorted = turns.sorted;
  long &empty = turns.empty;
  while (turns.streak < 1000) {
    if (belt.take()) {
      ++sorted;
      turns.streak = 0;
    } else {
      ++empty;
      ++turns.streak;
    }
  }
}

template <class Belt> class Office {
public:
  Office(Belt &belt, std::size_t workers) : belt_(belt) {
#ifdef FIXED
    counts_.resize(workers);
#else
    sorted_.resize(workers);
    empty_.resize(workers);
    streak_.resize(workers);
#endif
    for (std::size_t i = 0; i < workers; ++i)
      threads_.emplace_back(&Office::run, this, i);
  }

private:
  Belt &belt_;
  std::vector<std::thread> threads_;
#ifdef FIXED
  struct alignas(64) Counts {
    long sorted = 0, empty = 0, streak = 0;
  };
  std::vector<Counts> counts_;
#else
  std::vector<long> sorted_; // expect: fsfind-per-thread-slots
  std::vector<long> empty_;  // expect: fsfind-per-thread-slots
  std::vector<long> streak_; // expect: fsfind-per-thread-slots
#endif
  void run(std::size_t worker) {
#ifdef FIXED
    Turns turns{counts_[worker].sorted, counts_[worker].empty, counts_[worker].streak};
#else
    Turns turns{sorted_[worker], empty_[worker], streak_[worker]};
#endif
    sortLetters(belt_, turns);
  }
};

struct LetterBelt {
  bool take();
};
template class Office<LetterBelt>;
