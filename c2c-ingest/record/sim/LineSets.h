#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace fsfind::record::sim {

/// States of MESI, kept in the low bits of a line's address.
enum State : std::uint64_t { Invalid = 0, Shared = 1, Exclusive = 2, Modified = 3 };

/// The lines of one set-associative cache; the least recently used one of a set is replaced. A set
/// is kept in order of last use, latest first, so that lines in use are found at once.
class LineSets {
public:
  LineSets(std::uint64_t bytes, std::uint32_t ways, std::uint32_t line_size)
      : ways_(ways), shift_(static_cast<unsigned>(std::countr_zero(line_size))),
        mask_(std::bit_floor(std::max<std::uint64_t>(bytes / line_size / ways, 1)) - 1),
        words_((mask_ + 1) * ways) {}

  /// The line's word, or null. `line` is the address of its first byte.
  std::uint64_t *find(std::uint64_t line) {
    std::uint64_t *set = setOf(line);
    for (std::uint32_t way = 0; way < ways_; ++way)
      if ((set[way] & ~kStates) == line && set[way] != Invalid)
        return set + way;
    return nullptr;
  }

  /// `find`, and the line becomes the most recently used.
  std::uint64_t *use(std::uint64_t line) {
    std::uint64_t *word = find(line);
    if (word == nullptr)
      return nullptr;
    std::uint64_t *set = setOf(line);
    std::rotate(set, word, word + 1);
    return set;
  }

  /// Puts a line in, as the most recently used. Returns the address of the line it replaced, 0 if
  /// none.
  std::uint64_t put(std::uint64_t line, State state) {
    std::uint64_t *set = setOf(line);
    std::uint64_t *place = find(line);
    if (place == nullptr)
      place =
          std::find_if(set, set + ways_ - 1, [](std::uint64_t word) { return word == Invalid; });
    const std::uint64_t out = (*place & ~kStates) == line ? 0 : *place & ~kStates;
    *place = line | state;
    std::rotate(set, place, place + 1);
    return out;
  }

  static State stateOf(std::uint64_t word) { return static_cast<State>(word & kStates); }
  static void setState(std::uint64_t &word, State state) {
    word = state == Invalid ? 0 : (word & ~kStates) | state;
  }

private:
  static constexpr std::uint64_t kStates = 3;
  std::uint64_t *setOf(std::uint64_t line) {
    return words_.data() + ((line >> shift_) & mask_) * ways_;
  }

  std::uint32_t ways_;
  unsigned shift_;
  std::uint64_t mask_;
  std::vector<std::uint64_t> words_;
};

} // namespace fsfind::record::sim
