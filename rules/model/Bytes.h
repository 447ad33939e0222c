#pragma once

#include <cstdint>

/// Whether bytes can meet in one cacheline, over every base address that is permitted.
namespace fsfind {

/// Bytes from an object's begin: [begin, end).
struct Bytes {
  std::uint64_t begin = 0, end = 0;
  [[nodiscard]] std::uint64_t size() const { return end - begin; }
  [[nodiscard]] bool overlaps(Bytes other) const { return begin < other.end && other.begin < end; }
  void widen(Bytes other);
  bool operator==(const Bytes &) const = default;
};

/// Of the base addresses that are multiples of `align`: on how many, counted within one line, the
/// bytes of `a` and `b` meet.
struct Meeting {
  std::uint64_t meeting = 0, bases = 1;
  [[nodiscard]] bool possible() const { return meeting > 0; }
  [[nodiscard]] bool certain() const { return meeting == bases; }
  [[nodiscard]] bool mostly() const { return 2 * meeting >= bases; }
};

/// `align` 0 counts as 1; `line` is a power of two.
[[nodiscard]] Meeting meet(Bytes a, Bytes b, std::uint64_t align, std::uint32_t line);

/// Whether neighbours in an array, `stride` bytes apart, meet: `used` are the bytes of an element
/// that threads use, `align` is what the first element's address is a multiple of.
[[nodiscard]] Meeting meetNeighbours(Bytes used, std::uint64_t stride, std::uint64_t align,
                                     std::uint32_t line);

/// Bytes between the end of one and the begin of the other; 0 if they touch or overlap.
[[nodiscard]] std::uint64_t gap(Bytes a, Bytes b);

} // namespace fsfind
