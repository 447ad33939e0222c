#pragma once

#include <cstdint>
#include <random>

namespace fsfind::record::sim {

/// Chooses one of each 2^doublings samples that follow each other, at random, so as not to keep
/// step with the program's loops.
class OneOf {
public:
  explicit OneOf(std::uint64_t seed) : random_(seed) {}

  /// Whether the next sample is chosen.
  bool takes(unsigned doublings) {
    if (doublings == 0)
      return true;
    if (doublings != doublings_ || at_ >> doublings != 0) {
      doublings_ = doublings;
      at_ = 0;
      chosen_ = random_() & ((std::uint64_t{1} << doublings) - 1);
    }
    return at_++ == chosen_;
  }

private:
  std::mt19937_64 random_;
  unsigned doublings_ = 0;
  std::uint64_t at_ = 0, chosen_ = 0; ///< of the present ones
};

} // namespace fsfind::record::sim
