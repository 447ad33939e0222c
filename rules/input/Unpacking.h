#pragma once

#include <algorithm>
#include <cstdint>

/// How large packed data may become. A file that tells more is damaged or hostile; that is decided
/// before memory is taken for it. docs/inputs.md has this as a table.
namespace fsfind {

struct Growth {
  std::uint64_t free;  ///< bytes that may come of anything
  std::uint64_t ratio; ///< and so many of each packed byte

  [[nodiscard]] constexpr std::uint64_t limit(std::uint64_t packed) const {
    constexpr std::uint64_t kMost = std::uint64_t{64} << 30;
    return packed > kMost / ratio ? kMost : std::min(kMost, free + ratio * packed);
  }
};

namespace unpacking {

inline constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;

/// Facts shrink five- to twentyfold. The writer does not pack those that would exceed it.
inline constexpr Growth kFacts{4 * kMebi, 200};
/// Rows of one recording shrink about tenfold, and merged ones fortyfold. The writer refuses those
/// that would exceed it.
inline constexpr Growth kProfile{64 * kMebi, 400};
/// perf compresses ring buffers full of records, which shrink ten- to a hundredfold.
inline constexpr Growth kRecords{16 * kMebi, 250};
/// Debug sections shrink three- to sixfold, tables of offsets up to twentyfold.
inline constexpr Growth kSections{64 * kMebi, 64};

} // namespace unpacking

/// What all packed parts of one file may take together.
class UnpackAllowance {
public:
  explicit UnpackAllowance(std::uint64_t bytes = 0) : left_(bytes) {}

  /// Whether so many bytes may be taken. If so, they are.
  [[nodiscard]] bool take(std::uint64_t bytes) {
    if (bytes > left_)
      return false;
    left_ -= bytes;
    return true;
  }

private:
  std::uint64_t left_;
};

} // namespace fsfind
