#pragma once

#include "rules/model/Profile.h"

#include <algorithm>
#include <cstdint>

/// Contention that shows in stores. HITM needs a load that meets a modified line: threads that only
/// store to a line, hardware without HITM (AMD Zen 3) and recordings of stores alone have none.
///
/// The measure is pairs: how many samples can be matched two by two so that the threads of a pair
/// differ and one of the two stores. A line that one thread initialised and another uses has one
/// or two such pairs; a line that threads fight over has about half as many as samples.
namespace fsfind {

/// Least number of store-store pairs that is evidence, if the stores are at several offsets. Data
/// that is handed over once (initialised by one thread, used by another) has fewer.
inline constexpr std::uint64_t kMinStorePairs = 4;
/// Least number of store-load pairs. Larger, because lines that others read after each rewrite are
/// common.
inline constexpr std::uint64_t kMinStoreLoadPairs = 8;

/// True if the accesses of the line alone show contention.
[[nodiscard]] bool hasStoreEvidence(const Line &line);

/// The same test in 20 bytes for each line, for a reader that cannot keep every line's accesses:
/// possible() is true for every line for which hasStoreEvidence() would be true, and for few
/// others. Counts disjoint pairs of samples by different threads with one candidate thread (the
/// majority vote of Boyer and Moore), which finds at least half of the largest possible number.
class StoreEvidence {
public:
  /// One sample; `thread` is any number that tells threads apart.
  void add(std::uint32_t thread, std::uint32_t offset, AccessKind kind) {
    any_.add(thread);
    if (kind == AccessKind::Load) {
      loads_ = increased(loads_, 1);
      return;
    }
    if (stores_ == 0)
      offset_ = static_cast<std::uint16_t>(offset);
    several_offsets_ |= offset_ != static_cast<std::uint16_t>(offset);
    stores_ = increased(stores_, 1);
    storing_.add(thread);
  }

  /// Adds what another reader saw of the same line.
  void merge(const StoreEvidence &other) {
    several_offsets_ |=
        other.several_offsets_ || (stores_ != 0 && other.stores_ != 0 && offset_ != other.offset_);
    if (stores_ == 0)
      offset_ = other.offset_;
    stores_ = increased(stores_, other.stores_);
    loads_ = increased(loads_, other.loads_);
    storing_.merge(other.storing_);
    any_.merge(other.any_);
  }

  /// As many as there were, up to 255.
  [[nodiscard]] unsigned stores() const { return stores_; }

  [[nodiscard]] bool possible() const {
    return (several_offsets_ && storing_.pairs >= kMinStorePairs / 2) ||
           (any_.pairs >= kMinStoreLoadPairs / 2 && stores_ >= kMinStoreLoadPairs &&
            loads_ >= kMinStoreLoadPairs);
  }

private:
  template <class T> static T increased(T value, std::uint32_t by) {
    return static_cast<T>(std::min<std::uint32_t>(value + by, static_cast<T>(-1)));
  }

  struct Pairing {
    std::uint32_t thread = 0; ///< thread of the samples that are not paired yet
    /// Number of these samples; saturates, harmlessly: the pairs are enough by then.
    std::uint16_t unmatched = 0;
    std::uint8_t pairs = 0; ///< saturates

    void add(std::uint32_t other) { merge({other, 1, 0}); }
    void merge(const Pairing &other) {
      pairs = increased(pairs, other.pairs);
      if (thread == other.thread || unmatched == 0 || other.unmatched == 0) {
        thread = other.unmatched != 0 ? other.thread : thread;
        unmatched = increased(unmatched, other.unmatched);
        return;
      }
      pairs = increased(pairs, std::min(unmatched, other.unmatched));
      if (other.unmatched > unmatched)
        thread = other.thread;
      unmatched = static_cast<std::uint16_t>(std::max(unmatched, other.unmatched) -
                                             std::min(unmatched, other.unmatched));
    }
  };

  Pairing storing_, any_;
  std::uint16_t offset_ = 0; ///< offset of the first store
  std::uint8_t stores_ = 0, loads_ = 0;
  bool several_offsets_ = false;
};

} // namespace fsfind
