#pragma once

#include "c2c-ingest/record/layout/SimulatedWord.h"
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
/// place. So the sample of the load is kept here until the CPU meets news in the line (essential),
/// or misses the line anew (useless).
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
  void open(const Stay &stay, const SampleRecord &sample) { open_.insert_or_assign(stay, sample); }
  /// The stay goes on with news, or has ended: writes its sample, if there is one.
  void meetNews(const Stay &stay, RecordStream &out) { close(stay, Miss::Essential, out); }
  void end(const Stay &stay, RecordStream &out) { close(stay, Miss::Useless, out); }
  /// All stays end, as far as can be seen.
  void endAll(RecordStream &out) {
    for (const auto &[stay, sample] : open_)
      out.sample(sample);
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

  void close(const Stay &stay, Miss miss, RecordStream &out) {
    const auto found = open_.find(stay);
    if (found == open_.end())
      return;
    SampleRecord sample = found->second;
    open_.erase(found);
    sample.data_source = withMiss(sample.data_source, miss);
    out.sample(sample);
  }

  tsl::robin_map<Stay, SampleRecord, Hash> open_;
};

} // namespace fsfind::record::sim
