// args: -std=c++17 -fopenmp
// suspect: run
// Vectors of vote shares are constructed by size; whether that writes them depends only on the
// default constructor in a nested class template. A macro's parallel loops then set them.
// as in: Tachyon, https://github.com/kroma-network/tachyon/pull/548
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#define FOR_EACH_PLACE(i, n) \
  _Pragma("omp parallel for schedule(static)") for (std::size_t i = 0; i < (n); ++i)
template <std::size_t Words> struct Shares {
  template <unsigned Prime> struct Share {
#ifdef FIXED
    Share() {}
    std::uint64_t words_[Words];
#else
    Share() = default;
    std::uint64_t words_[Words] = {};
#endif
    explicit Share(std::uint64_t value) {
      for (std::size_t w = 0; w < Words; ++w)
        words_[w] = w ? 0 : value % Prime;
    }
    Share &operator+=(const Share &other) {
      for (std::size_t w = 0; w < Words; ++w)
        words_[w] = (words_[w] + other.words_[w]) % Prime;
      return *this;
    }
  };
};
using Share = Shares<4>::Share<2147483647>;
struct Count {
  std::vector<Share> yes, no;
};
struct Poll {
  std::size_t voters_;
  std::size_t voters() const { return voters_; }
};
Count split(const Poll &poll) {
  std::vector<Share> yes(poll.voters()); // expect: fsfind-serial-first-touch
  std::vector<Share> no(poll.voters());  // expect: fsfind-serial-first-touch
  FOR_EACH_PLACE(i, poll.voters()) {
    yes[i] = Share(i * 3);
    no[i] = Share(i * 7);
  }
  return {std::move(yes), std::move(no)};
}
template <class S> std::vector<S> add(const std::vector<S> &one, const std::vector<S> &other) {
  std::vector<S> sums(one.size()); // expect: fsfind-serial-first-touch
  FOR_EACH_PLACE(i, one.size()) {
    sums[i] = one[i];
    sums[i] += other[i];
  }
  return sums;
}
std::vector<Share> tally(const Poll &poll) {
  Count count = split(poll);
  return add(count.yes, count.no);
}
