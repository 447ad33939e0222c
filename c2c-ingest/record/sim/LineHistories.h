#pragma once

#include "c2c-ingest/record/layout/SimulatedWord.h"
#include "c2c-ingest/record/sim/FixedTable.h"
#include "c2c-ingest/record/sim/LineParts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tsl/robin_map.h>
#include <vector>

namespace fsfind::record::sim {

/// What became of the lines that more than one CPU used, at least one of them to write: how often
/// a write took the line away, and which bytes others have written since each CPU accessed them
/// last: those that are news to it. Beside that, what would be if each part of the line had a line
/// of its own: which parts a CPU would have lost, and which another one's cache would have
/// modified.
///
/// A CPU that holds a modified line notes what it writes in its own cache; when it gives the line
/// up, that is noted here for all others. Writes to a line before it first left its writer's cache
/// are known only if the line left it for another CPU, not for memory.
class LineHistories {
public:
  explicit LineHistories(std::uint32_t cpus) : cpus_(cpus) {}
  /// In memory that processes share: of the lines that find room there.
  LineHistories(std::uint32_t cpus, ModelMemory &shared)
      : cpus_(cpus), fixed_(FixedTable(shared, kSharedLines, wordsOf(cpus))) {}
  static std::size_t bytesForShared(std::uint32_t cpus) {
    return FixedTable::bytesFor(kSharedLines, wordsOf(cpus));
  }

  /// `writer` has written these bytes since it last gave the line up, and gives it up to another
  /// CPU now.
  void give(std::uint64_t line, std::uint32_t writer, ByteMask written) {
    add(findOrAdd(line), writer, written);
  }
  /// The same, to memory: only noted of lines that have left a CPU for another one before.
  void evict(std::uint64_t line, std::uint32_t writer, ByteMask written) {
    add(find(line), writer, written);
  }
  /// What is news in a copy that `cpu` gets; empty if nothing is known of the line.
  std::optional<ByteMask> fetch(std::uint64_t line, std::uint32_t cpu) {
    const std::uint64_t *words = find(line);
    return words == nullptr ? std::nullopt : std::optional(words[1 + cpu]);
  }
  /// `cpu` accesses these bytes.
  void see(std::uint64_t line, std::uint32_t cpu, ByteMask accessed) {
    if (std::uint64_t *words = find(line))
      words[1 + cpu] &= ~accessed;
  }
  /// The parts that the CPU would not have.
  LineParts lost(std::uint64_t line, std::uint32_t cpu) {
    const std::uint64_t *words = find(line);
    return words == nullptr ? LineParts{0} : static_cast<LineParts>(words[lostBy(cpu)]);
  }
  /// The CPU fetches these parts. Those of them that another one's cache would have modified.
  LineParts fetchParts(std::uint64_t line, std::uint32_t cpu, LineParts parts) {
    std::uint64_t *words = find(line);
    if (words == nullptr)
      return 0;
    const auto from_others = static_cast<LineParts>(words[modified()] & parts);
    words[lostBy(cpu)] &= ~std::uint64_t{parts};
    words[modified()] &= ~std::uint64_t{parts};
    return from_others;
  }
  /// A write took the line away from at least one other CPU.
  void transfer(std::uint64_t line) {
    if (std::uint64_t *words = findOrAdd(line))
      ++words[0];
  }

  /// Forgets what was written: some of it was seen since, while nobody looked. Not of memory that
  /// processes share.
  void forgetWrites() {
    for (std::size_t line = 0; line < words_.size(); line += wordsOf(cpus_))
      std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(line) + 1, wordsOf(cpus_) - 1, 0);
  }
  /// Forgets all; not of memory that processes share.
  void clear() {
    entries_.clear();
    words_.clear();
    latest_.fill({});
  }

  [[nodiscard]] std::uint64_t transfers(std::uint64_t line) {
    const std::uint64_t *words = find(line);
    return words == nullptr ? 0 : words[0];
  }

private:
  /// Lines in memory that processes share of which histories are kept at most.
  static constexpr std::size_t kSharedLines = 1U << 16;
  static constexpr std::uint64_t kSmallestLine = 16;
  static std::size_t wordsOf(std::uint32_t cpus) { return 2 + 2 * std::size_t{cpus}; }
  [[nodiscard]] std::size_t lostBy(std::uint32_t cpu) const { return 1 + cpus_ + cpu; }
  [[nodiscard]] std::size_t modified() const { return 1 + 2 * std::size_t{cpus_}; }

  /// The line's words, or null.
  std::uint64_t *find(std::uint64_t line) {
    if (fixed_)
      return fixed_->find(line);
    Found &latest = latestAt(line);
    if (latest.line == line)
      return &words_[latest.offset];
    const auto found = entries_.find(line);
    if (found == entries_.end())
      return nullptr;
    latest = {line, found->second};
    return &words_[found->second];
  }
  std::uint64_t *findOrAdd(std::uint64_t line) {
    if (fixed_)
      return fixed_->findOrAdd(line);
    if (std::uint64_t *words = find(line))
      return words;
    entries_.emplace(line, words_.size());
    words_.resize(words_.size() + wordsOf(cpus_));
    return find(line);
  }
  /// A line that was found lately, and where.
  struct Found {
    std::uint64_t line = UINT64_MAX;
    std::size_t offset = 0;
  };
  Found &latestAt(std::uint64_t line) { return latest_[line / kSmallestLine % latest_.size()]; }
  void add(std::uint64_t *words, std::uint32_t writer, ByteMask written) {
    if (words == nullptr)
      return;
    const LineParts parts = partsWith(written);
    for (std::uint32_t cpu = 0; cpu < cpus_; ++cpu)
      if (cpu != writer) {
        words[1 + cpu] |= written;
        words[lostBy(cpu)] |= parts;
      }
    words[modified()] |= parts;
  }

  std::uint32_t cpus_;
  tsl::robin_map<std::uint64_t, std::size_t> entries_; ///< line -> offset in `words_`
  std::array<Found, 256> latest_{};                    ///< the same, of some lines
  /// Of each line: its transfers, for each CPU what is news to it, for each CPU the parts that it
  /// would have lost, and those that would be modified.
  std::vector<std::uint64_t> words_;
  std::optional<FixedTable> fixed_; ///< of the same words; then the other two are not used
};

} // namespace fsfind::record::sim
