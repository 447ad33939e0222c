#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace fsfind::fuzz {

/// What a mutator draws its choices from; the same seed gives the same choices.
class Random {
public:
  explicit Random(unsigned seed) : engine_(seed) {}

  /// 0 to `bound` - 1; 0 for a bound of 0.
  std::size_t below(std::size_t bound) {
    return bound == 0 ? 0 : static_cast<std::size_t>(any() % bound);
  }
  bool oneIn(std::size_t bound) { return below(bound) == 0; }
  std::uint64_t any() { return std::uint64_t{engine_()} << 32 | engine_(); }

  /// One of those in the list, which is not empty.
  auto &pick(auto &list) { return list[below(std::size(list))]; }

  /// Another value for a field that has `old`: near it, at a bound of some type, or any.
  std::uint64_t number(std::uint64_t old) {
    static constexpr std::array<std::uint64_t, 22> kBounds = {
        0,         1,          2,          7,         8,          16,        63,        64,
        127,       128,        255,        256,       4095,       4096,      INT16_MAX, UINT16_MAX,
        INT32_MAX, UINT32_MAX, 1ULL << 32, INT64_MAX, 1ULL << 63, UINT64_MAX};
    switch (below(7)) {
    case 0:
      return old + 1 + below(8);
    case 1:
      return old - 1 - below(8);
    case 2:
      return old ^ std::uint64_t{1} << below(64);
    case 3:
      return old ^ std::uint64_t{1} << below(8);
    case 4:
      return below(2) == 0 ? old << 1U : old >> 1U;
    case 5:
      return any() >> below(64);
    default:
      return pick(kBounds);
    }
  }

private:
  std::mt19937 engine_;
};

} // namespace fsfind::fuzz
