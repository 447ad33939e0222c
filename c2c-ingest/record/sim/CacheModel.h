#pragma once

#include "c2c-ingest/record/layout/Latencies.h"
#include "c2c-ingest/record/layout/Options.h"
#include "c2c-ingest/record/sim/Grants.h"
#include "c2c-ingest/record/sim/LineSets.h"
#include "c2c-ingest/record/sim/ModelMemory.h"
#include "c2c-ingest/record/sim/PageHomes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/// The simulated memory hierarchy: one private cache for each CPU, kept coherent by MESI; one
/// shared last level for each node; memory on the node that touched a page first. Time is not
/// modelled: every outcome has one latency. Nor are prefetchers, store buffers, TLBs and bandwidth.
///
/// An access only looks lines up in flat arrays. To be used by one thread at a time; if two race
/// all the same, or a process that shares the arrays is killed in the middle, states may become
/// wrong, but no memory outside the arrays is touched.
namespace fsfind::record::sim {

/// Whether loads are sampled that hit the private cache; of these, atomic read-modify-writes take
/// longest.
inline bool samplesHits(const Options &options) {
  return options.ldlat <= options.latencies.of(Outcome::PrivateHit) + kAtomicCycles;
}

class CacheModel {
public:
  explicit CacheModel(const Options &options);
  /// One object of each process that uses the same caches: they lie at `shared`, which has
  /// `bytesForShared` zeroed bytes at first. Addresses mean the same in all of these processes.
  CacheModel(const Options &options, std::byte *shared);
  static std::size_t bytesForShared(const Options &options);

  /// The access lies within one line; `cpu` is less than Options::cpus.
  Outcome load(std::uint32_t cpu, std::uint64_t address, std::uint32_t size = 1) {
    const std::uint64_t line = address & ~offset_mask_;
    if ((last_[cpu].line & ~kWritable) == line) {
      if (last_[cpu].note->news != 0 || last_[cpu].note->lost != 0)
        meet(cpu, line, bytesOf(address, size), *last_[cpu].note, true);
      return Outcome::PrivateHit;
    }
    const std::uint64_t *word = mayHold(cpu, line) ? privates_[cpu].use(line) : nullptr;
    if (word == nullptr)
      return loadMissing(cpu, line, bytesOf(address, size));
    meet(cpu, line, bytesOf(address, size), privates_[cpu].noteOf(word), true);
    remember(cpu, line, LineSets::stateOf(*word));
    grant(cpu, line, LineSets::stateOf(*word));
    return Outcome::PrivateHit;
  }
  Outcome store(std::uint32_t cpu, std::uint64_t address, std::uint32_t size = 1) {
    const std::uint64_t line = address & ~offset_mask_;
    const ByteMask bytes = bytesOf(address, size);
    if (last_[cpu].line != (line | kWritable))
      return storeElsewhere(cpu, line, bytes);
    last_[cpu].note->written |= bytes;
    meet(cpu, line, bytes, *last_[cpu].note, false);
    return Outcome::PrivateHit;
  }
  /// Of the latest access that was no PrivateHit: whether its bytes were news to the CPU; Unknown
  /// if it met no modified line.
  [[nodiscard]] Miss miss() const { return miss_; }
  /// Of the same access: whether its bytes were news, be the line modified still or not.
  [[nodiscard]] bool metWrite() const { return met_write_; }
  /// What accesses meet in a line.
  struct Met {
    bool news = false;    ///< bytes that others have written since the CPU used them
    LineParts missed = 0; ///< by loads: parts that would be fetched from another CPU's cache if
                          ///< each had a line of its own
    [[nodiscard]] bool any() const { return news || missed != 0; }
  };
  /// Of the latest access that missed: whether others than this CPU are known to have used its
  /// line.
  [[nodiscard]] bool missedShared() const { return missed_shared_; }
  /// What that access met.
  [[nodiscard]] Met missedMet() const { return missed_met_; }
  /// What accesses have met in a line that the CPU had fetched for other bytes, since this was
  /// asked last.
  [[nodiscard]] Met takeMet() { return std::exchange(met_, Met{}); }
  /// How many writes took the line at this address from another CPU so far.
  [[nodiscard]] std::uint64_t transfers(std::uint64_t address) {
    return histories_.transfers(address & ~offset_mask_);
  }

  [[nodiscard]] std::uint32_t nodeOf(std::uint32_t cpu) const { return nodes_[cpu]; }
  /// A window was played: what the CPUs hold is older by one.
  void age() { now_ += ages_; }
  /// Accesses were left out before those that follow: lines are still where they were, but who
  /// wrote them may have lost them since. Until it writes again, its copy counts as unmodified.
  void resume();
  /// The caches become empty, nothing is known of what was in them, and no page was touched.
  void empty();
  /// Nothing is granted any more, for now.
  void revokeGrants();
  /// Lines that the CPU has held for some windows, if there are any (`age`) and private hits are
  /// not sampled. Threads of that CPU may ask while the model is used.
  [[nodiscard]] const Grants &grants(std::uint32_t cpu) const { return *grants_[cpu]; }
  PageHomes &pages() { return pages_; }

private:
  static constexpr std::uint64_t kWritable = 1;
  static constexpr std::uint64_t kNoLine = ~1ULL;
  static constexpr std::uint64_t kProbation = 2; ///< windows until a line is granted

  /// Copies of a line in the private caches of other CPUs, as they were before a snoop.
  struct Copies {
    bool on_node = false, elsewhere = false;
    bool modified_on_node = false, modified_elsewhere = false;
    [[nodiscard]] bool any() const { return on_node || elsewhere; }
    [[nodiscard]] bool modified() const { return modified_on_node || modified_elsewhere; }
  };

  /// The line of a CPU's last access, with kWritable if it is Modified, and its note in the cache.
  struct Last {
    std::uint64_t line = kNoLine;
    LineSets::Note *note = nullptr;
  };

  /// CPUs that may have the line in their private caches, and nodes that may have it in their last
  /// level; others have not. All bytes are 0 at first, when nobody has any line.
  struct Holders {
    std::uint64_t line = 0;
    std::uint64_t cpus = 0, nodes = 0; ///< a bit stands for all of that number modulo 64
  };
  static constexpr std::size_t kHolders = 4096;
  static std::uint64_t bitOf(std::uint32_t number) { return std::uint64_t{1} << number % 64; }
  Holders &holdersOf(std::uint64_t line);
  [[nodiscard]] std::size_t holdersPlace(std::uint64_t line) const {
    return (line >> line_shift_) % kHolders;
  }
  /// False if the CPU's private cache has not the line.
  [[nodiscard]] bool mayHold(std::uint32_t cpu, std::uint64_t line) const {
    const Holders &holders = holders_[holdersPlace(line)];
    return holders.line != line || (holders.cpus & bitOf(cpu)) != 0;
  }

  [[nodiscard]] ByteMask bytesOf(std::uint64_t address, std::uint32_t size) const {
    const std::uint64_t offset = address & offset_mask_;
    const auto first = static_cast<unsigned>(offset >> byte_shift_);
    const auto last = static_cast<unsigned>((offset + size - 1) >> byte_shift_);
    return ~ByteMask{0} >> (63 - (last - first)) << first;
  }
  void remember(std::uint32_t cpu, std::uint64_t line, State state) {
    if (!shared_)
      last_[cpu] = {line | (state == Modified ? kWritable : 0), &privates_[cpu].noteOfLatest(line)};
  }
  /// The CPU accesses bytes of a line that it has.
  void meet(std::uint32_t cpu, std::uint64_t line, ByteMask bytes, LineSets::Note &note,
            bool loads) {
    if ((note.news & bytes) != 0) {
      note.news &= ~bytes;
      histories_.see(line, cpu, bytes);
      met_.news = true;
    }
    if (note.lost != 0)
      met_.missed |= fetchParts(cpu, line, bytes, note.lost, loads);
  }
  /// Of the parts that are accessed, takes those out of `lost`; returns what a load misses.
  LineParts fetchParts(std::uint32_t cpu, std::uint64_t line, ByteMask bytes, LineParts &lost,
                       bool loads) {
    const auto fetched = static_cast<LineParts>(lost & partsWith(bytes));
    if (fetched == 0)
      return 0;
    lost = static_cast<LineParts>(lost & ~fetched);
    const LineParts from_others = histories_.fetchParts(line, cpu, fetched);
    return loads ? from_others : LineParts{0};
  }
  void grant(std::uint32_t cpu, std::uint64_t line, State state) {
    if (now_ >= privates_[cpu].noteOfLatest(line).since + kProbation)
      grants_[cpu]->give(line, state == Modified ? Grants::Load | Grants::Store : Grants::Load);
  }
  Outcome loadMissing(std::uint32_t cpu, std::uint64_t line, ByteMask bytes);
  Outcome storeElsewhere(std::uint32_t cpu, std::uint64_t line, ByteMask bytes);
  void fetch(std::uint32_t cpu, std::uint64_t line, ByteMask bytes, const Copies &copies,
             bool loads);
  Copies snoop(std::uint32_t cpu, std::uint64_t line, State left);
  void takeFrom(std::uint32_t other, std::uint32_t cpu, std::uint64_t line, State left,
                Copies &copies);
  Outcome source(std::uint32_t node, std::uint64_t line, const Copies &copies);
  bool inOtherL3(std::uint32_t node, std::uint64_t line);
  void leaveOtherL3s(std::uint32_t node, std::uint64_t line);
  void put(std::uint32_t cpu, std::uint64_t line, State state);

  CacheModel(const Options &options, ModelMemory &&memory, bool shared);

  ModelMemory memory_;
  bool shared_;                      ///< other processes change the caches
  std::uint64_t offset_mask_;        ///< of an address: its offset in the line
  unsigned line_shift_;              ///< of an address, to its line's number
  unsigned byte_shift_;              ///< a bit of a ByteMask stands for 1 << byte_shift_ bytes
  std::vector<Last> last_;           ///< of each CPU
  std::vector<std::uint32_t> nodes_; ///< of each CPU
  std::vector<LineSets> privates_;   ///< of each CPU
  std::vector<LineSets> l3s_;        ///< of each node
  Holders *holders_;                 ///< kHolders of lines used lately, by a hash
  std::vector<std::unique_ptr<Grants>> grants_; ///< of each CPU
  std::uint64_t ages_;          ///< 0 if private hits are sampled: then nothing is granted
  std::uint64_t now_ = 0;       ///< windows played
  std::uint32_t used_cpus_ = 0; ///< CPUs from this one on never accessed memory
  PageHomes pages_;
  LineHistories histories_;
  Miss miss_ = Miss::Unknown;
  bool met_write_ = false, missed_shared_ = false;
  Met missed_met_, met_;
  ByteMask news_ = 0;  ///< in the line that is being fetched
  LineParts lost_ = 0; ///< likewise
};

} // namespace fsfind::record::sim
