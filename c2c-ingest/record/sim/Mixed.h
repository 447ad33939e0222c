#pragma once

#include <cstdint>

namespace fsfind::record::sim {

/// A number that looks random, of any number (Steele, Lea and Flood, Fast Splittable Pseudorandom
/// Number Generators, 2014: the finalizer of SplitMix).
inline std::uint64_t mixed(std::uint64_t number) {
  number += 0x9e37'79b9'7f4a'7c15;
  number = (number ^ number >> 30) * 0xbf58'476d'1ce4'e5b9;
  number = (number ^ number >> 27) * 0x94d0'49bb'1331'11eb;
  return number ^ number >> 31;
}

} // namespace fsfind::record::sim
