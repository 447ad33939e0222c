#pragma once

#include "c2c-ingest/record/sim/LineHistories.h"
#include "c2c-ingest/record/sim/ModelMemory.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace fsfind::record::sim {

/// States of MESI, kept in the low bits of a line's address.
enum State : std::uint64_t { Invalid = 0, Shared = 1, Exclusive = 2, Modified = 3 };

/// The lines of one set-associative cache; the least recently used one of a set is replaced. A set
/// is kept in order of last use, latest first, so that lines in use are found at once. With
/// `notes_writes`, each line has a note of the bytes written to it.
class LineSets {
public:
  struct Note {
    ByteMask written = 0;
    ByteMask news = 0;       ///< bytes that others wrote, and that were not accessed here since
    LineParts lost = 0;      ///< parts that would have to be fetched if each had a line of its own
    std::uint64_t since = 0; ///< when the line last came, or others had an effect on it
  };
  struct Shape {
    std::uint64_t bytes = 0;
    std::uint32_t ways = 1, line_size = 1;
    bool notes_writes = false;
    [[nodiscard]] std::uint64_t sets() const {
      return std::bit_floor(std::max<std::uint64_t>(bytes / line_size / ways, 1));
    }
    [[nodiscard]] std::size_t lines() const { return sets() * ways; }
  };

  LineSets(ModelMemory &memory, const Shape &shape)
      : ways_(shape.ways), shift_(static_cast<unsigned>(std::countr_zero(shape.line_size))),
        mask_(shape.sets() - 1), words_(memory.take<std::uint64_t>(shape.lines())),
        notes_(shape.notes_writes ? memory.take<Note>(shape.lines()) : nullptr) {}
  /// The memory it takes.
  static std::size_t bytesFor(const Shape &shape) {
    return ModelMemory::bytesOf<std::uint64_t>(shape.lines()) +
           (shape.notes_writes ? ModelMemory::bytesOf<Note>(shape.lines()) : 0);
  }

  /// The line's word, or null. `line` is the address of its first byte.
  std::uint64_t *find(std::uint64_t line) {
    std::uint64_t *set = setOf(line);
    for (std::uint32_t way = 0; way < ways_; ++way)
      if (isOf(set[way], line))
        return set + way;
    return nullptr;
  }

  /// `find`, and the line becomes the most recently used.
  std::uint64_t *use(std::uint64_t line) {
    std::uint64_t *word = find(line);
    if (word == nullptr)
      return nullptr;
    return toFront(word);
  }

  /// A line that made room for another one; its address is 0 if none had to.
  struct Evicted {
    std::uint64_t line = 0;
    ByteMask written = 0;
  };
  /// Puts a line in, as the most recently used.
  Evicted put(std::uint64_t line, State state) {
    if (std::uint64_t *word = use(line)) {
      *word = line | state;
      return {};
    }
    return insert(line, state);
  }
  /// The same of a line that is not there.
  Evicted insert(std::uint64_t line, State state) {
    std::uint64_t *place = firstFreeOrLast(setOf(line));
    Evicted out{.line = *place & ~kStates};
    if (notes_ != nullptr)
      out.written = std::exchange(noteOf(place).written, 0);
    *place = line | state;
    toFront(place);
    return out;
  }

  /// The line that `insert` would make room with now; 0 if it needs none.
  [[nodiscard]] std::uint64_t victim(std::uint64_t line) {
    return *firstFreeOrLast(setOf(line)) & ~kStates;
  }

  /// Of a line that `find`, `use` or `put` found or put; only with `notes_writes`.
  Note &noteOf(const std::uint64_t *word) {
    return notes_[static_cast<std::size_t>(word - words_)];
  }
  /// Of the line put or used last in its set.
  Note &noteOfLatest(std::uint64_t line) { return noteOf(setOf(line)); }

  /// Forgets which bytes of all lines were written, here or by others.
  void forgetWrites() {
    for (std::size_t line = 0; line < (mask_ + 1) * ways_; ++line) {
      notes_[line].written = notes_[line].news = 0;
      notes_[line].lost = 0;
    }
  }

  static State stateOf(std::uint64_t word) { return static_cast<State>(word & kStates); }
  static void setState(std::uint64_t &word, State state) {
    word = state == Invalid ? 0 : (word & ~kStates) | state;
  }

private:
  static constexpr std::uint64_t kStates = 3;
  std::uint64_t *setOf(std::uint64_t line) { return words_ + ((line >> shift_) & mask_) * ways_; }
  /// Makes a word the first of its set; returns where it is then.
  std::uint64_t *toFront(std::uint64_t *word) {
    std::uint64_t *set = setOf(*word);
    moveUp(set, word);
    if (notes_ != nullptr)
      moveUp(&noteOf(set), &noteOf(word));
    return set;
  }
  /// Lets [first, place) make room for what is at `place`. Sets are too small for std::rotate.
  template <class T> static void moveUp(T *first, T *place) {
    const T moved = *place;
    for (; place != first; --place)
      *place = place[-1];
    *first = moved;
  }
  static bool isOf(std::uint64_t word, std::uint64_t line) {
    return (word & ~kStates) == line && word != Invalid;
  }
  std::uint64_t *firstFreeOrLast(std::uint64_t *set) {
    return std::find(set, set + ways_ - 1, std::uint64_t{Invalid});
  }

  std::uint32_t ways_;
  unsigned shift_;
  std::uint64_t mask_;
  std::uint64_t *words_;
  Note *notes_; ///< of the word at the same position
};

} // namespace fsfind::record::sim
