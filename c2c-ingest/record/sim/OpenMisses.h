#pragma once

#include "c2c-ingest/record/layout/SimulatedWord.h"
#include "c2c-ingest/record/sim/CacheModel.h"
#include "c2c-ingest/record/sim/RecordStream.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <tsl/robin_map.h>

namespace fsfind::record::sim {

/// Sampled misses of which it is open whether they are essential.
///
/// What a miss is worth shows in the whole stay of the line in the cache that follows, not in the
/// access that happens to miss (Dubois et al., ISCA'93): it is essential if the CPU comes to use
/// bytes that another one has written since it used them itself, else it is useless, and ends when
/// the data are put apart. A loop that loads `setting` and then adds to `count` beside it misses at
/// the load, for the bytes of `setting` are no news; but the addition to `count` would miss in its
/// place. So the sample of the load is kept here until the CPU misses the line anew: if it met news
/// until then, the miss was essential, else useless. A stay may bring news of several data, as of a
/// queue's index and of the slot that it leads to: apart, they would miss one by one, and where the
/// misses that end are no more than those that come, parting them gains nothing.
class OpenMisses {
public:
  /// A line in the cache of a CPU. `shared`: of the model that processes have in common.
  struct Stay {
    std::uint64_t line = 0;
    std::uint32_t cpu = 0;
    bool shared = false;
    bool operator==(const Stay &) const = default;
  };

  [[nodiscard]] bool empty() const { return open_.empty(); }
  /// `met`: by the missing access.
  void open(const Stay &stay, const SampleRecord &sample, const CacheModel::Met &met) {
    Open opened{.sample = sample};
    opened.meet(met);
    open_.insert_or_assign(stay, opened);
  }
  /// The stay goes on.
  void meet(const Stay &stay, const CacheModel::Met &met) {
    if (const auto found = open_.find(stay); found != open_.end())
      found.value().meet(met);
  }
  /// The stay has ended: writes its sample, if there is one.
  void end(const Stay &stay, RecordStream &out) {
    const auto found = open_.find(stay);
    if (found == open_.end())
      return;
    const Open ended = found->second;
    open_.erase(found);
    write(ended, out);
  }
  /// All stays end, as far as can be seen.
  void endAll(RecordStream &out) {
    for (const auto &[stay, open] : open_)
      write(open, out);
    open_.clear();
  }
  /// They are another process's.
  void forget() { open_.clear(); }

private:
  struct Hash {
    std::size_t operator()(const Stay &stay) const {
      return std::hash<std::uint64_t>()(stay.line / 16 * 2 + (stay.shared ? 1 : 0)) * 31 + stay.cpu;
    }
  };

  struct Open {
    SampleRecord sample;
    bool news = false;
    PartedMisses parted{};

    void meet(const CacheModel::Met &met) {
      news |= met.news;
      count(met.missed, parted);
    }
  };

  static void write(Open open, RecordStream &out) {
    Miss miss = unpacked(open.sample.data_source).miss;
    if (miss == Miss::Useless && open.news)
      miss = Miss::Essential;
    open.sample.data_source = withMiss(open.sample.data_source, miss, open.parted);
    out.sample(open.sample);
  }

  tsl::robin_map<Stay, Open, Hash> open_;
};

} // namespace fsfind::record::sim
