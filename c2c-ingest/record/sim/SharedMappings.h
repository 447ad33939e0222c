#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace fsfind::record::sim {

/// Where the guest has memory mapped that it shares with other processes, and what that is.
class SharedMappings {
public:
  /// A place in shared memory is a number that all processes have in common: the object's number
  /// and the offset in it. No address of a guest is as great.
  static constexpr std::uint64_t placeIn(std::uint64_t object, std::uint64_t offset) {
    constexpr unsigned kOffsetBits = 44, kMark = 62;
    return std::uint64_t{1} << kMark | object << kOffsetBits |
           (offset & ((std::uint64_t{1} << kOffsetBits) - 1));
  }

  struct Range {
    std::uint64_t start = 0, end = 0; ///< the guest's addresses
    std::uint64_t place = 0;          ///< of `start`
  };

  SharedMappings() = default;
  /// Ascending.
  explicit SharedMappings(std::vector<Range> ranges) : ranges_(std::move(ranges)) {
    if (ranges_.empty())
      return;
    begin_ = ranges_.front().start;
    size_ = ranges_.back().end - begin_;
  }

  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  /// The place at the address; 0 if the memory there is not shared.
  [[nodiscard]] std::uint64_t at(std::uint64_t address) const {
    return address - begin_ < size_ ? search(address) : 0;
  }
  [[nodiscard]] bool overlap(std::uint64_t start, std::uint64_t length) const {
    return std::any_of(ranges_.begin(), ranges_.end(), [&](const Range &range) {
      return range.start < start + length && start < range.end;
    });
  }

private:
  [[nodiscard]] std::uint64_t search(std::uint64_t address) const {
    const auto next =
        std::upper_bound(ranges_.begin(), ranges_.end(), address,
                         [](std::uint64_t one, const Range &range) { return one < range.start; });
    if (next == ranges_.begin())
      return 0;
    const Range &range = *std::prev(next);
    return address < range.end ? range.place + (address - range.start) : 0;
  }

  std::vector<Range> ranges_;
  std::uint64_t begin_ = 0, size_ = 0; ///< of the span that holds all of them
};

} // namespace fsfind::record::sim
