#pragma once

#include "c2c-ingest/record/layout/Options.h"
#include "c2c-ingest/record/sim/LineSets.h"
#include "c2c-ingest/record/sim/PageHomes.h"

#include <array>
#include <cstdint>
#include <vector>

/// The simulated memory hierarchy: one private cache for each CPU, kept coherent by MESI; one
/// shared last level for each node; memory on the node that touched a page first. Time is not
/// modelled: every outcome has one latency. Nor are prefetchers, store buffers, TLBs and bandwidth.
///
/// An access only looks lines up in flat arrays. To be used by one thread at a time; if two race
/// all the same, states may become wrong, but no memory outside the arrays is touched.
namespace fsfind::record::sim {

/// Where an access found its line.
enum class Outcome : std::uint8_t {
  PrivateHit,
  Upgrade,   ///< store to a line that other caches may share: it has to be invalidated there
  L3Hit,     ///< last level or unmodified in another private cache of the CPU's node
  LocalHitm, ///< modified in the private cache of another CPU of the node
  LocalDram,
  RemoteForward, ///< unmodified in a cache of another node
  RemoteHitm,    ///< modified in the private cache of a CPU of another node
  RemoteDram,
};

/// Cycles from issue to data, by Outcome; of the magnitude measured on two-socket Intel servers.
inline constexpr std::array<std::uint32_t, 8> kLatency = {5, 60, 45, 95, 120, 220, 260, 300};

inline constexpr std::uint32_t latencyOf(Outcome outcome) {
  return kLatency[static_cast<std::size_t>(outcome)];
}

class CacheModel {
public:
  explicit CacheModel(const Options &options);

  /// `line` is the address of a line's first byte, `cpu` less than Options::cpus.
  Outcome load(std::uint32_t cpu, std::uint64_t line) {
    if ((last_[cpu] & ~kWritable) == line)
      return Outcome::PrivateHit;
    const std::uint64_t *word = privates_[cpu].use(line);
    if (word == nullptr)
      return loadMissing(cpu, line);
    last_[cpu] = line | (LineSets::stateOf(*word) == Modified ? kWritable : 0);
    return Outcome::PrivateHit;
  }
  Outcome store(std::uint32_t cpu, std::uint64_t line) {
    if (last_[cpu] == (line | kWritable))
      return Outcome::PrivateHit;
    return storeElsewhere(cpu, line);
  }

  [[nodiscard]] std::uint32_t nodeOf(std::uint32_t cpu) const { return nodes_[cpu]; }
  PageHomes &pages() { return pages_; }

private:
  /// Copies of a line in the private caches of other CPUs, as they were before a snoop.
  struct Copies {
    bool on_node = false, elsewhere = false;
    bool modified_on_node = false, modified_elsewhere = false;
    [[nodiscard]] bool any() const { return on_node || elsewhere; }
  };

  Outcome loadMissing(std::uint32_t cpu, std::uint64_t line);
  Outcome storeElsewhere(std::uint32_t cpu, std::uint64_t line);
  Copies snoop(std::uint32_t cpu, std::uint64_t line, State left);
  Outcome source(std::uint32_t node, std::uint64_t line, const Copies &copies);
  bool inOtherL3(std::uint32_t node, std::uint64_t line);
  void leaveOtherL3s(std::uint32_t node, std::uint64_t line);
  void put(std::uint32_t cpu, std::uint64_t line, State state);

  static constexpr std::uint64_t kWritable = 1;
  static constexpr std::uint64_t kNoLine = ~1ULL;

  std::vector<std::uint64_t> last_;  ///< line of each CPU's last access, kWritable if Modified
  std::vector<std::uint32_t> nodes_; ///< of each CPU
  std::vector<LineSets> privates_;   ///< of each CPU
  std::vector<LineSets> l3s_;        ///< of each node
  std::uint32_t used_cpus_ = 0;      ///< CPUs from this one on never accessed memory
  PageHomes pages_;
};

} // namespace fsfind::record::sim
