#pragma once

#include "c2c-ingest/record/sim/AccessLog.h"
#include "c2c-ingest/record/sim/Slices.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace fsfind::record::sim {

/// Brings the accesses of threads that ran freely into the order that they have if the threads take
/// turns: by clock, in Slices; within a slice one thread after the other. With a seed other than 0,
/// which thread begins is random.
template <class Owner> class Merge {
public:
  using Batch = BatchPool::Batch;

  Merge(std::uint32_t quantum, std::uint64_t seed, BatchPool &pool)
      : slices_(quantum, seed), random_(seed), in_order_(seed == 0), pool_(pool) {}

  /// `owner`'s next accesses. A batch that comes late, when others were played beyond its clock, is
  /// played as soon as possible.
  void add(Owner &owner, Batch batch) {
    if (batch->count == 0)
      return pool_.put(std::move(batch));
    auto lane = std::find_if(lanes_.begin(), lanes_.end(),
                             [&](const Lane &other) { return other.owner == &owner; });
    if (lane == lanes_.end())
      lane = lanes_.insert(lane, Lane{&owner, {}, 0});
    lane->batches.push_back(std::move(batch));
  }

  /// Calls `play(owner, batch, index)` with all accesses whose clock is less than `until`.
  template <class Play> void play(std::uint64_t until, const Play &play) {
    for (std::uint64_t first = firstClock(); first < until; first = firstClock()) {
      const std::uint64_t end =
          lanes_.size() == 1 ? until : std::min(until, slices_.endAfter(first));
      const std::size_t begins = in_order_ ? 0 : chooseFirst();
      for (std::size_t i = 0; i < lanes_.size(); ++i)
        playLane(lanes_[(begins + i) % lanes_.size()], end, play);
      last_ = lanes_[(begins + lanes_.size() - 1) % lanes_.size()].owner;
      std::erase_if(lanes_, [](const Lane &lane) { return lane.batches.empty(); });
    }
  }

  /// Forgets all that was not played.
  void clear() { lanes_.clear(); }

private:
  struct Lane {
    Owner *owner = nullptr;
    std::vector<Batch> batches; ///< none is played to its end
    std::size_t next = 0;       ///< access of the first one
  };

  /// A lane at random, but for the last one of the slice before: it would have two turns in one.
  std::size_t chooseFirst() {
    const std::size_t count = lanes_.size();
    const auto last = static_cast<std::size_t>(
        std::find_if(lanes_.begin(), lanes_.end(),
                     [&](const Lane &lane) { return lane.owner == last_; }) -
        lanes_.begin());
    if (last == count || count == 1)
      return random_() % count;
    return (last + 1 + random_() % (count - 1)) % count;
  }
  /// Of the next access; the greatest number if there is none.
  [[nodiscard]] std::uint64_t firstClock() const {
    std::uint64_t first = UINT64_MAX;
    for (const Lane &lane : lanes_) {
      const AccessBatch &batch = *lane.batches.front();
      first = std::min(first, batch.begin + batch.accesses[lane.next].clock());
    }
    return first;
  }

  template <class Play> void playLane(Lane &lane, std::uint64_t end, const Play &play) {
    while (!lane.batches.empty()) {
      AccessBatch &batch = *lane.batches.front();
      const std::uint64_t clock_end = end > batch.begin ? end - batch.begin : 0;
      for (; lane.next < batch.count; ++lane.next) {
        if (batch.accesses[lane.next].clock() >= clock_end)
          return;
        play(*lane.owner, batch, lane.next);
      }
      pool_.put(std::move(lane.batches.front()));
      lane.batches.erase(lane.batches.begin());
      lane.next = 0;
    }
  }

  Slices slices_;
  std::mt19937_64 random_;
  bool in_order_;
  BatchPool &pool_;
  std::vector<Lane> lanes_;
  const Owner *last_ = nullptr; ///< whose turn was the last one
};

} // namespace fsfind::record::sim
