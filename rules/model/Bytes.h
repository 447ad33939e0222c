#pragma once

#include <cstdint>

/// Byte ranges of an object, and whether two of them can share a cacheline, over all base addresses
/// that are permitted.
namespace fsfind {

/// A range of bytes, [begin, end), counted from the start of an object.
struct Bytes {
  std::uint64_t begin = 0, end = 0;
  [[nodiscard]] std::uint64_t size() const { return end - begin; }
  [[nodiscard]] bool overlaps(Bytes other) const { return begin < other.end && other.begin < end; }
  void widen(Bytes other);
  bool operator==(const Bytes &) const = default;
};

/// `bases` is the number of base addresses within one line that the alignment permits; at `meeting`
/// of them the two ranges share a line.
struct Meeting {
  std::uint64_t meeting = 0, bases = 1;
  [[nodiscard]] bool possible() const { return meeting > 0; }
  [[nodiscard]] bool certain() const { return meeting == bases; }
  [[nodiscard]] bool mostly() const { return 2 * meeting >= bases; }
};

/// The object's address is a multiple of `align` bytes; 0 counts as 1. `line`: bytes of a
/// cacheline, a power of two.
[[nodiscard]] Meeting meet(Bytes a, Bytes b, std::uint64_t align, std::uint32_t line);

/// The same for two successive elements of an array, `stride` bytes apart. `used`: the bytes of an
/// element that threads use. The first element's address is a multiple of `align`.
[[nodiscard]] Meeting meetNeighbours(Bytes used, std::uint64_t stride, std::uint64_t align,
                                     std::uint32_t line);

/// Number of bytes between the two ranges; 0 if they touch or overlap.
[[nodiscard]] std::uint64_t gap(Bytes a, Bytes b);

} // namespace fsfind
