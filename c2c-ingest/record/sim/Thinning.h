#pragma once

#include "c2c-ingest/record/layout/Options.h"
#include "c2c-ingest/record/layout/RecordLayout.h"
#include "c2c-ingest/record/layout/RecordingStatus.h"
#include "c2c-ingest/record/sim/OneOf.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fsfind::record::sim {

/// Makes all samples of a recording stand for as many accesses each: for the period of Options,
/// doubled `doublings` times. Of those that were taken more often some stay, with that period, and
/// so every count and every share of what stays is an estimate of the whole.
class Thinning {
public:
  Thinning(const Options &options, const RecordingStatus &status);

  /// Which of these whole records stay: they themselves if all do, else a copy in `space`.
  std::span<const std::byte> kept(std::span<const std::byte> records,
                                  std::vector<std::byte> &space);

  /// The same in two passes over all records of a file, which append to `out`: the first leaves out
  /// allocations, the second finds those of blocks that a sample hits which stayed. Both must see
  /// the same records.
  void keepAllButBlocks(std::span<const std::byte> records, std::vector<std::byte> &out);
  void keepHitBlocks(std::span<const std::byte> records, std::vector<std::byte> &out);
  /// Whether the second pass would find anything.
  [[nodiscard]] bool hasBlocks() const { return has_blocks_; }

  /// Bytes of records other than samples that stayed so far, and of allocations among them.
  [[nodiscard]] std::uint64_t others() const { return others_; }
  [[nodiscard]] std::uint64_t blocks() const { return blocks_; }

private:
  using Bytes = std::span<const std::byte>;
  /// A byte of a process at a time: where a sample hit, or where a block that ended had begun.
  struct Spot {
    std::uint32_t pid;
    std::uint64_t address, time;
    auto operator<=>(const Spot &) const = default;
  };
  enum class Kind : std::uint8_t { Sample, Block, Stack, Other };

  static Kind kindOf(Bytes record);
  bool keepSample(Bytes record, std::vector<std::byte> &out);
  void keepOther(Bytes record, std::vector<std::byte> &out);
  void noteBlock(Bytes record);
  void count(Bytes record);
  [[nodiscard]] bool isHit(const StoredBlock &block) const;

  Options options_;
  unsigned doublings_;
  bool names_;
  OneOf loads_, stores_;
  std::uint64_t others_ = 0, blocks_ = 0;
  bool notes_spots_ = false, has_blocks_ = false, sorted_ = false;
  std::vector<Spot> hits_, ended_;
};

} // namespace fsfind::record::sim
